import { expect, it } from 'vitest';
import { spreadOf, traceTrades } from './trace-trades.js';

/** A place in slot 1, and one some slots later. */
const at = (letter: string) => `000000000001-000000-000-000${'abcdefgh'.indexOf(letter)}`;
const later = (letter: string) => at(letter).replace('1-', '9-');
const trade = (letter: string, receivedMs: number) => ({
  position: at(letter),
  slot: 1,
  receivedMs,
  writtenMs: 120,
});
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
    new Map([['m', [score(at('b'), 7, 140), score(at('d'), 9, 240)]]]),
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
  expect(traced.slowest.map(({ position, totalMs }) => [position, totalMs])).toEqual([
    [at('c'), 165],
    [at('a'), 70],
  ]);
});

it('counts no trade of a token that no list shows, and names those whose event never came', () => {
  const traced = traceTrades(
    new Map([
      ['hidden', [trade('a', 90)]],
      ['lost', [trade('a', 90)]],
      ['unscored', [trade('a', 90)]],
    ]),
    new Map([
      ['hidden', [score(at('a'), 1, 130, false)]],
      ['lost', [score(at('a'), 2, 130)]],
    ]),
    new Map([['lost', [show(150, 1)]]]),
    new Map([[1, 100]]),
  );
  expect(traced).toMatchObject({ trades: 3, counted: 1, unseen: 1 });
});

it('counts of a token that comes onto a list the trade that brings it there, and none that it waited with before', () => {
  const came = (position: string) =>
    traceTrades(
      new Map([['m', [trade('a', 90)]]]),
      new Map([['m', [score(position, 1, 9_000)]]]),
      new Map([['m', [show(9_010, 1)]]]),
      new Map([[1, 100]]),
    );
  expect(came(at('b'))).toMatchObject({ counted: 1, total: { most: 8_920 } });
  expect(came(later('b'))).toMatchObject({ counted: 0 });
});

it('takes percentiles from what there is', () => {
  expect(spreadOf(Array.from({ length: 100 }, (_, i) => 100 - i))).toEqual({ p50: 51, p99: 100, most: 100 });
  expect(spreadOf([4])).toEqual({ p50: 4, p99: 4, most: 4 });
  expect(spreadOf([]).p50).toBeNaN();
});
