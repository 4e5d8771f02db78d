import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NewsGatherer, TELLS_EVERY_MS } from './news-gatherer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening() {
  const told: string[] = [];
  const gatherer = new NewsGatherer<string>();
  const stop = gatherer.listen((news) => told.push(news.join('')));
  return { told, gatherer, stop };
}

it('tells the first a second later, with what came meanwhile', () => {
  const { told, gatherer } = listening();
  gatherer.add(['a']);
  vi.advanceTimersByTime(900);
  gatherer.add(['b', 'c']);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['abc']);
});

it('tells 15 times in five minutes at most, and loses nothing', () => {
  const { told, gatherer } = listening();
  for (let second = 0; second < 300; second++) {
    gatherer.add(['x']);
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toHaveLength(15);
  vi.advanceTimersByTime(TELLS_EVERY_MS);
  expect(told.join('')).toHaveLength(300);
});

it('tells at once again after a silence', () => {
  const { told, gatherer } = listening();
  gatherer.add(['a']);
  vi.advanceTimersByTime(1_000 + TELLS_EVERY_MS);
  gatherer.add(['b']);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['a', 'b']);
});

it('forgets what was not told yet, and tells nobody who has left', () => {
  const { told, gatherer, stop } = listening();
  gatherer.add(['a']);
  gatherer.clear();
  vi.advanceTimersByTime(TELLS_EVERY_MS);
  expect(told).toEqual([]);
  gatherer.add(['b']);
  stop();
  vi.advanceTimersByTime(TELLS_EVERY_MS);
  expect(told).toEqual([]);
});
