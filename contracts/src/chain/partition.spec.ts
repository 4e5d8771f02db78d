import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { murmur2, partitionOf } from './partition.js';

describe('partitionOf', () => {
  // Expected values: org.apache.kafka.common.utils.Utils.murmur2, UtilsTest.testMurmur2 of Apache Kafka.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('hashes %s as Kafka does', (text, hash) => {
    expect(murmur2(new TextEncoder().encode(text))).toBe(hash);
  });

  it('stays within the partitions', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 64 }), (mint, partitions) => {
        const partition = partitionOf(mint, partitions);
        expect(partition >= 0 && partition < partitions).toBe(true);
      }),
    );
  });
});
