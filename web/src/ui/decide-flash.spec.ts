import { expect, it } from 'vitest';
import { decideFlash, type ShownValue } from './decide-flash';

/** Plays values with their texts, by default 10 s apart; of each, how it flashes. */
function play(...shows: [value: number | null, text: string, afterMs?: number][]): (string | null)[] {
  const [[value, text] = [null, '']] = shows;
  let shown: ShownValue = { value, text, flashedAt: 0 };
  let nowMs = 100_000;
  return shows.slice(1).map(([next, read, afterMs = 10_000]) => {
    nowMs += afterMs;
    const decided = decideFlash(shown, next, read, nowMs);
    shown = decided.shown;
    return decided.flash;
  });
}

it('flashes the way that a value went', () =>
  expect(play([30_400, '$30.4K'], [30_500, '$30.5K'], [30_400, '$30.4K'])).toEqual(['up', 'down']));

it('flashes nothing while the text stays', () =>
  expect(play([30_412.345678, '$30.4K'], [30_412.35, '$30.4K'], [30_399, '$30.4K'])).toEqual([null, null]));

it('counts from the value that the text before stood for', () =>
  expect(play([30_449, '$30.4K'], [30_360, '$30.4K'], [30_451, '$30.5K'])).toEqual([null, 'up']));

it('flashes at most once in 2 s', () =>
  expect(play([1, '1'], [2, '2'], [3, '3', 1_999], [4, '4', 1])).toEqual(['up', null, 'up']));

it('flashes neither for what becomes known nor for what is known no more', () =>
  expect(play([1, '1'], [null, 'Unknown'], [2, '2'])).toEqual([null, null]));
