import { describe, expect, it, vi } from 'vitest';
import { Places } from './places.js';
import { ProblemError } from './problem.js';

const refuse = (what: string) => new ProblemError('rate_limited', what);
const open = (most: number, mostOfCaller: number) =>
  new Places({
    most,
    mostOfCaller,
    refuseCaller: (held, caller) => refuse(`${held} of ${caller}`),
    refuseAll: () => refuse('all'),
  });

const inNetwork = (subnet: number) => [
  { name: `2001:db8:7:${subnet}`, times: 1 },
  { name: `2001:db8:7:${subnet >> 8}/56`, times: 4 },
  { name: '2001:db8:7/48', times: 16 },
];
const visitor = (name: string) => [{ name, times: 1 }];

describe('places', () => {
  it('are as many of a network as it counts for', () => {
    const places = open(1_000, 2);
    for (let subnet = 0; subnet < 8; subnet += 1) places.take(inNetwork(subnet), vi.fn());
    expect(() => places.take(inNetwork(9), vi.fn())).toThrow('8 of 2001:db8:7:0/56');
    expect(() => places.take(inNetwork(256), vi.fn())).not.toThrow();
  });

  it('are made for who has fewer by the network that has most, however many names it goes by', () => {
    const places = open(8, 6);
    const cuts = Array.from({ length: 8 }, (_, subnet) => {
      const cut = vi.fn();
      places.take(inNetwork(subnet * 256), cut);
      return cut;
    });
    const giveBack = places.take(visitor('198.51.100.1'), vi.fn());
    expect(cuts.map((cut) => cut.mock.calls.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(() => places.take(inNetwork(0), vi.fn())).toThrow('all');
    giveBack();
    giveBack();
    expect(places.size).toBe(7);
  });
});
