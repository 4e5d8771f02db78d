import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.js';

describe('RateLimit', () => {
  it('lets a burst pass, then as many as come back per second', () => {
    const limit = new RateLimit(10, 3);
    expect([0, 1, 2].map(() => limit.take('a', 0))).toEqual([0, 0, 0]);
    expect(limit.take('a', 0)).toBe(1);
    expect(limit.take('b', 0)).toBe(0);
    expect(limit.take('a', 100)).toBe(0);
    expect(limit.take('a', 100)).toBe(1);
    expect([0, 1, 2, 3].map(() => limit.take('a', 60_000))).toEqual([0, 0, 0, 1]);
  });

  it('remembers a bounded number of addresses, the busy ones longest', () => {
    const limit = new RateLimit(1, 1, 2);
    limit.take('quiet', 0);
    limit.take('busy', 5_000);
    limit.take('new', 5_000);
    expect(limit.take('busy', 5_000)).toBe(1);
  });
});
