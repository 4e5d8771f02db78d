import type { IncomingHttpHeaders } from 'node:http';

/** A mistaken clock, theirs or ours, silences no host for longer. */
const MOST_MS = 3_600_000;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Until when a host wants no more requests, in ms from now: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or X's
 * `x-rate-limit-reset`, seconds since 1970 (https://docs.x.com/x-api/fundamentals/rate-limits), which every answer of X
 * carries, and which counts where nothing is left until then. Null where it says neither.
 */
export function retryAfterOf(status: number, headers: IncomingHttpHeaders, nowMs: number): number | null {
  const { 'retry-after': after, 'x-rate-limit-reset': reset, 'x-rate-limit-remaining': left } = headers;
  const isUsedUp = status === 429 || left === '0';
  const ms =
    fromRetryAfter(after, nowMs) ?? (isUsedUp && isDigits(reset) ? Number(reset) * 1_000 - nowMs : null);
  return ms === null || Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MOST_MS);
}

function fromRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (isDigits(text)) return Number(text) * 1_000;
  return text !== undefined && HTTP_DATE.test(text) ? Date.parse(text) - nowMs : null;
}

const isDigits = (text: unknown): text is string => typeof text === 'string' && /^\d+$/.test(text);
