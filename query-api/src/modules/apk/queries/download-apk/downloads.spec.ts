import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Downloads } from './downloads.js';

let downloads: Downloads;
beforeEach(() => {
  vi.useFakeTimers();
  downloads = new Downloads();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(caller: string) {
  const cut = vi.fn();
  return { cut, end: downloads.begin([{ name: caller, times: 1 }], cut) };
}
const beginAll = (callers: number, each: number) =>
  Array.from({ length: callers * each }, (_, n) => begin(`caller ${n % callers}`));
const cutOf = (all: ReturnType<typeof begin>[]) =>
  all.flatMap(({ cut }, place) => (cut.mock.calls.length > 0 ? [place] : []));

it('are six of a caller, until one ends', () => {
  const [first] = beginAll(1, 6);
  expect(() => begin('caller 0')).toThrow(/^6 downloads of caller 0 are under way/);
  first?.end();
  first?.end();
  begin('caller 0');
  expect(() => begin('caller 0')).toThrow(/under way/);
});

it('make place for who has fewer, the oldest of who has most first', () => {
  const all = [...beginAll(8, 6), ...[begin('caller 8'), begin('caller 8')]];
  begin('newcomer');
  expect(cutOf(all)).toEqual([0]);
  begin('newcomer');
  expect(cutOf(all)).toEqual([0, 1]);
  // What was cut holds no place that its end could give back twice.
  all[0]?.end();
  begin('another');
  expect(cutOf(all)).toEqual([0, 1, 2]);
});

it('are refused where all have as many', () => {
  const all = beginAll(50, 1);
  expect(() => begin('newcomer')).toThrow(/^As many download the app already as may\./);
  expect(() => begin('caller 0')).toThrow(/^As many download/);
  all[7]?.end();
  begin('newcomer');
  expect(cutOf(all)).toEqual([]);
});

it('are cut after an hour, and not after their end', () => {
  const [slow, done] = [begin('a'), begin('b')];
  done.end();
  vi.advanceTimersByTime(60 * 60_000 - 1);
  expect(slow.cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(slow.cut).toHaveBeenCalledOnce();
  expect(done.cut).not.toHaveBeenCalled();
});
