/** Server-sent events as text. */

/** One event without an id. `data` becomes one line of JSON. */
export const writeFrame = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Frames that together bring a client from one vector of offsets to the next: only the last bears the id, which the client
 * returns as Last-Event-ID, so that a client cut off between two of them asks for all of them again. An empty id is none.
 */
export const joinFrames = (frames: readonly string[], id: string): string =>
  frames.map((frame, index) => (id && index === frames.length - 1 ? `id: ${id}\n${frame}` : frame)).join('');
