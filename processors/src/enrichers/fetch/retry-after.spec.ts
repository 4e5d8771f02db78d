import { expect, it } from 'vitest';
import { retryAfterOf } from './retry-after.js';

const now = Date.UTC(2026, 9, 8, 14, 10);

it.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '9'.repeat(400) }, 3_600_000],
  [{ 'retry-after': 'Thu, 08 Oct 2026 14:10:30 GMT' }, 30_000],
  [{ 'retry-after': 'Thu, 08 Oct 2026 14:09:30 GMT' }, 0],
  [{ 'retry-after': 'Thu, 08 Oct 2099 14:09:30 GMT' }, 3_600_000],
  [{ 'retry-after': 'Thu, 99 Xxx 2026 14:09:30 GMT' }, null],
  [{ 'retry-after': '-7' }, null],
  [{ 'retry-after': 'soon 7' }, null],
  [{ 'retry-after': '1', 'x-rate-limit-reset': String(now / 1_000 + 60) }, 1_000],
  [{}, null],
])('%o is %s ms', (headers, ms) => {
  expect(retryAfterOf(429, headers, now)).toBe(ms);
});

const reset = { 'x-rate-limit-reset': String(now / 1_000 + 60) };

it.each([
  [429, reset, 60_000],
  [404, reset, null],
  [503, { ...reset, 'x-rate-limit-remaining': '12' }, null],
  [503, { ...reset, 'x-rate-limit-remaining': '0' }, 60_000],
])('a reset beside a status of %s and %o is %s ms', (status, headers, ms) => {
  expect(retryAfterOf(status, headers, now)).toBe(ms);
});
