/** Server-sent events as text. */
import { type ScreenedToken, STREAM_EVENTS, type StreamToken } from '@cryptonite/contracts/api';

/** One event without an id. `data` becomes one line of JSON. */
export const writeFrame = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** By the token: groups that say the same of it write it once. */
const tokenTexts = new WeakMap<ScreenedToken, string>();

function textOf(token: ScreenedToken): string {
  const text = tokenTexts.get(token) ?? JSON.stringify(token);
  tokenTexts.set(token, text);
  return text;
}

/** All that is said of a token. */
export function writeTokenFrame({ token, ...around }: StreamToken): string {
  const end = `,"token":${token === null ? null : textOf(token)}}`;
  return `event: ${STREAM_EVENTS.token}\ndata: ${JSON.stringify(around).slice(0, -1)}${end}\n\n`;
}

/**
 * Frames that together bring a client from one vector of offsets to the next: only the last bears the id, which the client
 * returns as Last-Event-ID, so that a client cut off between two of them asks for all of them again. An empty id is none.
 */
export const joinFrames = (frames: readonly string[], id: string): string =>
  frames.map((frame, index) => (id && index === frames.length - 1 ? `id: ${id}\n${frame}` : frame)).join('');
