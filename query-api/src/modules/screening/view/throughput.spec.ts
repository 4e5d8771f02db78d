import { describe, expect, it } from 'vitest';
import { Throughput } from './throughput.js';

describe('Throughput', () => {
  it('counts what was added within the span, over all partitions', () => {
    const throughput = new Throughput(10_000, 0);
    expect(throughput.perSecond(0)).toBeNull();
    throughput.observe(0, 5_000, 0);
    throughput.observe(1, 7_000, 0);
    expect(throughput.perSecond(500)).toBeNull();
    throughput.observe(0, 5_100, 1_000);
    throughput.observe(1, 7_300, 2_000);
    expect(throughput.perSecond(2_000)).toBe(200);
    expect(throughput.perSecond(11_500)).toBe(30);
    expect(throughput.perSecond(20_000)).toBe(0);
  });

  it('takes a fold that begins anew for a new beginning', () => {
    const throughput = new Throughput(10_000, 0);
    throughput.observe(0, 5_000, 0);
    throughput.observe(0, 10, 1_000);
    throughput.observe(0, 30, 2_000);
    expect(throughput.perSecond(2_000)).toBe(10);
  });
});
