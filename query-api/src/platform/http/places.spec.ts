import fc from 'fast-check';
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

  it('are found by looking at none of the others, however many there are', () => {
    const places = open(9_000, 9_000);
    let looks = 0;
    const watched = (name: string) => [
      {
        get name() {
          looks += 1;
          return name;
        },
        times: 1,
      },
    ];
    for (let nth = 0; nth < 9_000; nth += 1) places.take(watched(`${nth % 3_000}`), () => {});
    looks = 0;
    places.take(visitor('newcomer'), vi.fn());
    for (let nth = 0; nth < 10; nth += 1) expect(() => places.take(visitor('1'), vi.fn())).toThrow('all');
    expect(looks).toBeLessThan(10);
  });

  it('are made by who a walk over all of them finds, whoever comes and goes', () => {
    type Held = { network: number; isCut: boolean; giveBack: () => void };
    const step = fc.record({
      kind: fc.constantFrom('come', 'come', 'leave'),
      network: fc.integer({ min: 0, max: 5 }),
      nth: fc.nat({ max: 11 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const places = open(12, 100);
        let held: Held[] = [];
        for (const { kind, network, nth } of steps) {
          const countOf = (one: number) => held.filter((place) => place.network === one).length;
          const most = Math.max(0, ...held.map((place) => countOf(place.network)));
          if (kind === 'leave') {
            const [left] = held.splice(nth, 1);
            left?.giveBack();
          } else {
            const place: Held = { network, isCut: false, giveBack: () => {} };
            const take = () =>
              places.take(visitor(`${network}`), () => {
                place.isCut = true;
              });
            if (held.length === 12 && most < countOf(network) + 2) expect(take).toThrow('all');
            else {
              place.giveBack = take();
              const cut = held.filter(({ isCut }) => isCut);
              expect(cut).toHaveLength(held.length === 12 ? 1 : 0);
              for (const one of cut) {
                expect(countOf(one.network)).toBe(most);
                expect(held.find((other) => other.network === one.network)).toBe(one);
              }
              held = [...held.filter(({ isCut }) => !isCut), place];
            }
          }
          expect(places.size).toBe(held.length);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
