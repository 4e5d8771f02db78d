import { expect, it } from 'vitest';
import { isBeyond, type Places } from './recoveries.js';

const places = (journal: number[], screener: number[], sink: number[]): Places => {
  const partitions = (offsets: number[]) =>
    new Map(offsets.map((offset, partition) => [partition, BigInt(offset)]));
  return { journal: partitions(journal), screener: partitions(screener), sink: partitions(sink) };
};

it('is beyond a place only when every partition of the stages has moved', () => {
  const before = places([5, 5], [3, 4], [1, 1]);
  expect(isBeyond(places([6, 5], [3, 4], [1, 1]), before, ['journal'])).toBe(false);
  expect(isBeyond(places([6, 6], [3, 4], [1, 1]), before, ['journal'])).toBe(true);
  expect(isBeyond(places([6, 6], [4, 4], [9, 9]), before, ['journal', 'screener'])).toBe(false);
  expect(isBeyond(places([6, 6], [4, 5], [1, 1]), before, ['journal', 'screener'])).toBe(true);
});
