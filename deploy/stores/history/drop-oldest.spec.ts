import { describe, expect, it } from 'vitest';
import { type Partition, partitionsToDrop } from './drop-oldest.js';

const part = (table: string, hour: number, bytes: number): Partition => ({
  table,
  partitionId: `${table}-${hour}`,
  oldestMs: hour * 3_600_000,
  bytes,
});

describe('partitionsToDrop', () => {
  it('drops nothing below the limit', () => {
    expect(partitionsToDrop([part('a', 1, 40), part('a', 2, 60)], 100)).toEqual([]);
  });

  it('drops the oldest of all tables first, and no more than needed', () => {
    const all = [part('a', 3, 40), part('b', 1, 40), part('a', 2, 40), part('b', 4, 40)];
    expect(partitionsToDrop(all, 100).map((p) => p.partitionId)).toEqual(['b-1', 'a-2']);
  });

  it('keeps the newest partition of each table', () => {
    expect(partitionsToDrop([part('a', 1, 500), part('b', 1, 500)], 100)).toEqual([]);
  });
});
