import { expect, it } from 'vitest';
import { isBeyond, type Place, type Places } from './recoveries.js';

const moving = (offsets: number[]): Map<string, Place> =>
  new Map(offsets.map((offset, partition) => [`journal/${partition}`, { at: BigInt(offset), end: null }]));

const places = (journal: number[], screener: number[], sink: number[]): Places => ({
  journal: moving(journal),
  screener: moving(screener),
  sink: moving(sink),
});

const derived = (at: number, end: number): Places => ({
  ...places([], [], []),
  sink: new Map([['derived/0', { at: BigInt(at), end: BigInt(end) }]]),
});

it('is beyond a place only when every partition of the stages has moved', () => {
  const before = places([5, 5], [3, 4], [1, 1]);
  expect(isBeyond(places([6, 5], [3, 4], [1, 1]), before, ['journal'])).toBe(false);
  expect(isBeyond(places([6, 6], [3, 4], [1, 1]), before, ['journal'])).toBe(true);
  expect(isBeyond(places([6, 6], [4, 4], [9, 9]), before, ['journal', 'screener'])).toBe(false);
  expect(isBeyond(places([6, 6], [4, 5], [1, 1]), before, ['journal', 'screener'])).toBe(true);
});

it('waits in a partition that may rest only for what has come since', () => {
  expect(isBeyond(derived(5, 7), derived(5, 7), ['sink'])).toBe(true);
  expect(isBeyond(derived(5, 8), derived(5, 7), ['sink'])).toBe(false);
  expect(isBeyond(derived(6, 8), derived(5, 7), ['sink'])).toBe(true);
});

it('is not beyond a partition of which nothing is known any more', () => {
  expect(isBeyond(places([], [], []), derived(5, 7), ['sink'])).toBe(false);
});
