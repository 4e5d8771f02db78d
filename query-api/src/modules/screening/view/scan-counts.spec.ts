import { describe, expect, it } from 'vitest';
import { START, scanOf } from '../../../../testing/measurements.js';
import { countMonitored, sumScans } from './scan-counts.js';

const scans = [
  scanOf({
    partition: 0,
    time: START + 1_000,
    startedAt: START - 10,
    scanned: 2,
    total: 10,
    matched: 1,
    monitoredPumpfun: 4,
    monitoredBonded: 2,
  }),
  scanOf({
    partition: 1,
    time: START,
    startedAt: START - 20,
    scanned: 3,
    total: 20,
    matched: 4,
    monitoredPumpfun: 5,
    monitoredBonded: 0,
  }),
];

describe('counts of the scan', () => {
  it('are summed over the partitions, as of the newest', () => {
    expect(countMonitored(scans)).toEqual({
      count: 11,
      pumpfun: 9,
      bonded: 2,
      origin: scans[0]!.source,
      asOf: START + 1_000,
    });
    expect(sumScans(scans)).toEqual({
      scanned: 5,
      total: 30,
      matched: 5,
      startedAt: START - 20,
      completedAt: START + 1_000,
      nextAt: START + 2_000,
      origin: scans[0]!.source,
      asOf: START + 1_000,
    });
  });

  it('have no time before the first scan', () => {
    expect(countMonitored([])).toEqual({ count: 0, pumpfun: 0, bonded: 0, origin: null, asOf: null });
    expect(sumScans([])).toMatchObject({
      startedAt: null,
      completedAt: null,
      nextAt: null,
      origin: null,
      asOf: null,
    });
  });
});
