import { expect, it } from 'vitest';
import { BOUGHT, Buys } from './buys.js';
import { NONE } from './rows.js';

it('keep no more minutes than the window has, in whatever order they come', () => {
  const buys = new Buys();
  let falling = NONE;
  for (let step = 0; step < 300; step += 1) falling = buys.add(falling, 10_000 - step, 1n, 60);
  expect(buys.entries(falling).map(({ minute }) => minute)).toEqual(
    Array.from({ length: 60 }, (_, step) => 10_000 - step),
  );
  const later = buys.add(falling, 10_030, 5n, 60);
  expect(
    buys
      .entries(later)
      .map(({ minute }) => minute)
      .sort((a, b) => a - b)[0],
  ).toBe(9_971);
  expect(buys.sumFrom(later, 10_000)).toBe(6n);
});

it('tell in which spans something was bought', () => {
  const buys = new Buys();
  const { late, before, earlier } = BOUGHT;
  expect(buys.spansOf(NONE, 100, 95)).toBe(0);
  const first = buys.add(NONE, 94, 1n, 60);
  expect(buys.spansOf(first, 100, 95)).toBe(earlier);
  const both = buys.add(first, 104, 1n, 60);
  expect(buys.spansOf(both, 100, 95)).toBe(earlier | late);
  expect(buys.spansOf(both, 105, 100)).toBe(earlier | before);
  expect(buys.spansOf(both, 104, 94)).toBe(before | late);
});
