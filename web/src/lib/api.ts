import { CSRF_COOKIE, CSRF_HEADER, cookieNameOn, Problem } from '@cryptonite/contracts/api';
import type { z } from 'zod';

/** A request that is not answered in full by then has failed; a stalled network would hold it for minutes. */
export const ANSWER_WITHIN_MS = 5_000;

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
function csrfHeaders(): Record<string, string> {
  const name = cookieNameOn(location.protocol === 'https:', CSRF_COOKIE);
  const [, token] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? [];
  return token === undefined ? {} : { [CSRF_HEADER]: decodeURIComponent(token) };
}

async function ask<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  init: RequestInit,
  answers: readonly number[] = [],
): Promise<z.output<Schema>> {
  const headers = { accept: 'application/json', ...init.headers };
  const response = await fetch(path, { ...init, credentials: 'include', headers });
  if (!response.ok && !answers.includes(response.status))
    throw new ApiError(response.status, await response.text(), response.statusText);
  return schema.parse(await response.json());
}

/**
 * Reads `path` and parses what comes with its contract. `answers` are the statuses beside 2xx that bring one.
 * @throws {ApiError} on any status that is not OK; ZodError on a broken contract; TypeError without a connection;
 * DOMException `TimeoutError` without an answer in time.
 */
export function get<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
  answers: readonly number[] = [],
): Promise<z.output<Schema>> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return ask(path, schema, { signal: ends }, answers);
}

/** Sends `body` to a command and parses what comes with its contract. @throws as {@link get} does */
export function postJson<Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
  withinMs: number = ANSWER_WITHIN_MS,
): Promise<z.output<Schema>> {
  return ask(path, schema, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...csrfHeaders() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(withinMs),
  });
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

/** One short line for people: the server's own sentence where it sent one. */
export function describeError(error: unknown, withinMs: number = ANSWER_WITHIN_MS): string {
  if (error instanceof ApiError) {
    const problem = problemOf(error.body);
    return (problem ? `${error.status}: ${problem.error}` : error.message).slice(0, 200);
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `The server did not answer within ${withinMs / 1_000} s`;
  if (error instanceof TypeError) return 'The server cannot be reached';
  return 'The answer does not match its contract';
}

function problemOf(body: string): Problem | null {
  try {
    return Problem.parse(JSON.parse(body));
  } catch {
    // A proxy in between answers in its own words; these are then shown as they are.
    return null;
  }
}
