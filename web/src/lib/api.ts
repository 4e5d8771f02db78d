import { CSRF_COOKIE, CSRF_HEADER, cookieNameOn, Problem } from '@cryptonite/contracts/api';
import type { z } from 'zod';

/** A server that says nothing for so long is waited for no longer. One that is slow goes on being read. */
export const SILENT_AFTER_MS = 5_000;
/** As long for what the server itself has to read for seconds when it is busy: it gives up first, and says so. */
export const AT_LENGTH_SILENT_MS = 20_000;

const UNAUTHORIZED = 401;

/** An answer that is not OK. The message is the status, a colon, and the body, or the status text of an empty body. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    statusText: string,
  ) {
    super(`${status}: ${body || statusText}`);
  }
}

/** Shows that a page of this origin asks: who only borrows the session's cookie cannot read the other. None before a sign-in. */
export function csrfHeaders(): Record<string, string> {
  const name = cookieNameOn(location.protocol === 'https:', CSRF_COOKIE);
  const [, token] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? [];
  return token === undefined ? {} : { [CSRF_HEADER]: decodeURIComponent(token) };
}

/** Ends a request that hears nothing for `silentMs`. */
class Silence {
  readonly #late = new AbortController();
  #isAnswered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly silentMs: number) {
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  heard(): void {
    this.#isAnswered = true;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#late.abort(this.#reason), this.silentMs);
  }

  over(): void {
    clearTimeout(this.#timer);
  }

  /** A server that has begun to answer is kept from going on by what lies between. */
  get #reason(): DOMException {
    const told = this.#isAnswered
      ? 'Connection too slow'
      : `The server did not answer within ${this.silentMs / 1_000} s`;
    return new DOMException(told, 'TimeoutError');
  }
}

async function readText({ body }: Response, heard: () => void): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text;
    heard();
    text += part.value;
  }
}

type Asked = {
  /** The statuses beside 2xx that bring an answer by the contract. */
  answers?: readonly number[];
  signal?: AbortSignal;
  /** How long the server may say nothing. */
  silentMs?: number;
};

/** What `path` answers, as text, for as long as it comes. @throws as {@link get}, but for contracts */
async function readAnswer(
  path: string,
  init: RequestInit,
  { answers = [], signal, silentMs = SILENT_AFTER_MS }: Asked = {},
): Promise<string> {
  const silence = new Silence(silentMs);
  const ends = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  try {
    const response = await fetch(path, { ...init, signal: ends });
    const text = await readText(response, () => silence.heard());
    if (!response.ok && !answers.includes(response.status))
      throw new ApiError(response.status, text, response.statusText);
    return text;
  } finally {
    silence.over();
  }
}

/** Reads a file of the site. `priority` is the browser's. @throws as {@link get}, but for contracts */
export const getText = (path: string, priority: RequestPriority = 'auto'): Promise<string> =>
  readAnswer(path, { priority });

async function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  init: RequestInit,
  asked?: Asked,
): Promise<z.output<Schema>> {
  const headers = { accept: 'application/json', ...init.headers };
  return schema.parse(
    JSON.parse(await readAnswer(path, { ...init, credentials: 'include', headers }, asked)),
  );
}

/**
 * Reads `path` and parses what comes with its contract.
 * @throws {ApiError} on any status that is not OK; SyntaxError or ZodError on a broken contract; TypeError without a
 * connection; DOMException `TimeoutError` where the server falls silent.
 */
export function get<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
  asked: Omit<Asked, 'signal'> = {},
): Promise<z.output<Schema>> {
  return ask(path, schema, {}, { ...asked, signal });
}

/** Sends `body` to a command and parses what comes with its contract. @throws as {@link get} does */
export function postJson<Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
  silentMs?: number,
): Promise<z.output<Schema>> {
  const headers = { 'content-type': 'application/json', ...csrfHeaders() };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return ask(path, schema, init, { silentMs });
}

/** As {@link get}; null where 401 says that nobody is signed in. */
export async function getUnlessAnonymous<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema> | null> {
  try {
    return await get(path, schema, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === UNAUTHORIZED) return null;
    throw error;
  }
}

/** What the server itself said of a failure, as a sentence to show; null where it said none. */
export const sentenceOf = (error: unknown): string | null =>
  error instanceof ApiError ? (problemOf(error.body)?.error ?? null) : null;

/** The statuses with which what stands between says that the server does not answer. */
const UNREACHED: ReadonlySet<number> = new Set([502, 503, 504]);

/** One short line for people, without a stop and without codes: the server's own sentence where it sent one. */
export function describeError(error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence.slice(0, 200);
  if (error instanceof ApiError && UNREACHED.has(error.status)) return 'The server cannot be reached';
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message;
  if (error instanceof TypeError) return 'The server cannot be reached';
  return "The server's answer could not be read";
}

/** As {@link describeError}, as a sentence, of what is asked again by itself. */
export const describeRetried = (error: unknown): string => `${describeError(error)}, retrying.`;

function problemOf(body: string): Problem | null {
  try {
    return Problem.parse(JSON.parse(body));
  } catch {
    // A proxy in between answers in its own words.
    return null;
  }
}
