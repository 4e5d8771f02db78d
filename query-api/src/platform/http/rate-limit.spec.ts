import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.js';
import { networksOf } from './visitor-address.js';

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

  it('takes what is asked by its cost', () => {
    const limit = new RateLimit(10, 30);
    expect(limit.take('a', 0, 20)).toBe(0);
    expect(limit.take('a', 0, 20)).toBe(1);
    expect(limit.take('a', 0, 10)).toBe(0);
  });

  const inNetwork = (subnet: number) =>
    networksOf({
      socket: { remoteAddress: `2001:db8:7:${subnet.toString(16)}::1` },
      headers: {},
    } as unknown as IncomingMessage);

  it('lets 20,000 networks of one company pass no more than four may', () => {
    const limit = new RateLimit(50, 200);
    const passed = Array.from({ length: 20_000 }, (_, subnet) => limit.take(inNetwork(subnet), 0));
    expect(passed.filter((wait) => wait === 0)).toHaveLength(4 * 200);
    expect(limit.take('198.51.100.1', 0)).toBe(0);
  });

  it('lets one of its networks take nothing from the others by asking more than it may', () => {
    const limit = new RateLimit(50, 200);
    for (let asked = 0; asked < 100_000; asked += 1) limit.take(inNetwork(1), 0);
    expect(limit.take(inNetwork(2), 0)).toBe(0);
    expect(limit.take(inNetwork(0x201), 0)).toBe(0);
  });
});
