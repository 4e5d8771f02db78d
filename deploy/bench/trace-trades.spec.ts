import { expect, it } from 'vitest';
import { spreadOf, traceTrades } from './trace-trades.js';

const trade = (position: string, receivedMs: number) => ({ position, slot: 1, receivedMs, writtenMs: 120 });
const show = (atMs: number, offset: number) => ({ atMs, offsets: new Map([[3, offset]]) });
const score = (position: string, offset: number, readMs: number, isShown = true) => ({
  position,
  partition: 3,
  offset,
  readMs,
  isShown,
});

it('follows each trade to the first event that holds it', () => {
  const traced = traceTrades(
    new Map([['m', [trade('a', 90), trade('c', 95)]]]),
    new Map([['m', [score('b', 7, 140), score('d', 9, 240)]]]),
    // The event at 150 is of what was said before offset 7.
    new Map([['m', [show(150, 6), show(160, 8), show(260, 9)]]]),
    new Map([[1, 100]]),
  );
  expect(traced).toMatchObject({ trades: 2, counted: 2, unseen: 0, total: { p50: 165, most: 165 } });
  expect(traced.stages).toMatchObject({
    held: { most: 10 },
    written: { most: 20 },
    folded: { most: 120 },
    shown: { most: 20 },
  });
});

it('counts no trade of a token that no list shows, and names those whose event never came', () => {
  const traced = traceTrades(
    new Map([
      ['hidden', [trade('a', 90)]],
      ['lost', [trade('a', 90)]],
      ['unscored', [trade('a', 90)]],
    ]),
    new Map([
      ['hidden', [score('a', 1, 130, false)]],
      ['lost', [score('a', 2, 130)]],
    ]),
    new Map([['lost', [show(150, 1)]]]),
    new Map([[1, 100]]),
  );
  expect(traced).toMatchObject({ trades: 3, counted: 1, unseen: 1 });
});

it('takes percentiles from what there is', () => {
  expect(spreadOf(Array.from({ length: 100 }, (_, i) => 100 - i))).toEqual({ p50: 51, p99: 100, most: 100 });
  expect(spreadOf([4])).toEqual({ p50: 4, p99: 4, most: 4 });
  expect(spreadOf([]).p50).toBeNaN();
});
