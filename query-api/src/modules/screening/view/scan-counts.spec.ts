import { placeOfInterval } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { START, scanOf } from '../../../../testing/measurements.js';
import { countMonitored, sumDaily, sumScans, sumUltimate } from './scan-counts.js';

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
  it('are summed over the partitions, and a pass is over where the last of them has ended it', () => {
    expect(countMonitored(scans)).toEqual({
      count: 11,
      pumpfun: 9,
      bonded: 2,
      origin: scans[0]!.source,
      asOf: START + 1_000,
    });
    expect(sumScans(scans, 7, 1_200)).toEqual({
      scanned: null,
      cadence: null,
      total: 30,
      shown: 7,
      matched: 5,
      startedAt: START - 20,
      completedAt: START,
      nextAt: START + 1_200,
      origin: scans[0]!.source,
      asOf: START + 1_000,
    });
  });

  it('say what was looked at in ten minutes, and how often tokens saw it, once every partition knows', () => {
    const [a, b] = scans as [(typeof scans)[number], (typeof scans)[number]];
    // Nine times in the place of 1 s, and once in that of a minute.
    const [second, minute] = [placeOfInterval(1_000), placeOfInterval(60_000)];
    const intervals = (place: number, count: number) =>
      Array.from({ length: place + 1 }, (_, at) => (at === place ? count : 0));
    const looked = [
      { ...a, looked: { tokens: 12, intervals: intervals(second, 9) } },
      { ...b, looked: { tokens: 30, intervals: intervals(minute, 1) } },
    ];
    const { scanned, cadence } = sumScans(looked, 7, 1_200);
    expect(scanned).toBe(42);
    expect(cadence?.medianMs).toBeCloseTo(1_000, -2);
    expect(Math.abs(cadence!.p95Ms / 60_000 - 1)).toBeLessThan(0.1);
    expect(sumScans([looked[0]!, b], 7, 1_200)).toMatchObject({ scanned: null, cadence: null });
    expect(sumUltimate(looked, 'live', 1_000)).toMatchObject({ scanned: 42, cadence });
  });

  it('have no time before the first scan, and say nothing but that nothing is watched', () => {
    expect(countMonitored([])).toEqual({ count: 0, pumpfun: 0, bonded: 0, origin: null, asOf: null });
    expect(sumScans([], 0, null)).toMatchObject({
      scanned: null,
      cadence: null,
      shown: null,
      total: null,
      matched: null,
      startedAt: null,
      completedAt: null,
      nextAt: null,
      origin: null,
      asOf: null,
    });
  });

  it('of Daily are those that know who is promoted', () => {
    const [a, b] = scans as [(typeof scans)[number], (typeof scans)[number]];
    const told = [
      { ...a, daily: { scanned: 8, matched: 3, whitepaperMatched: 2 } },
      { ...b, daily: { scanned: 4, matched: 1, whitepaperMatched: 0 } },
    ];
    expect(sumDaily(told, 'live', 7, null)).toMatchObject({
      scanned: null,
      total: 12,
      matched: 4,
      completedAt: START,
    });
    expect(sumDaily(told, 'whitepaper', 7, null)).toMatchObject({ total: 12, matched: 2 });
  });

  it('of Daily are unknown where no fold tells them', () => {
    expect(sumDaily(scans, 'live', 7, null)).toMatchObject({ total: null, matched: null });
    const older = scans.map((scan) => ({ ...scan, daily: { scanned: 8, matched: 3 } }));
    expect(sumDaily(older, 'whitepaper', 7, null)).toMatchObject({ total: 16, matched: null });
  });

  it('of Ultimate are summed gate by gate, in the order of the profile', () => {
    const counts = (gate: string, shown: number) => ({
      scanned: 10,
      shown,
      filtered: [{ gate, failed: 2, unknown: 1 }],
      byAction: { alert: 1, watch: shown, ignore: 0 },
    });
    const none = { scanned: 0, shown: 0, filtered: [], byAction: { alert: 0, watch: 0, ignore: 0 } };
    const told = scans.map((scan, place) => ({
      ...scan,
      ultimate: { live: counts(place === 0 ? 'age' : 'score', place), whitepaper: none },
    }));
    const stats = sumUltimate(told, 'live', 1_000);
    expect(stats).toMatchObject({
      scanned: null,
      total: 20,
      shown: 1,
      hidden: 13,
      byAction: { alert: 2, watch: 1, ignore: 0 },
      lastScanAt: START,
      nextScanAt: START + 1_000,
    });
    expect(stats.filtered).toHaveLength(12);
    expect(stats.filtered[0]).toEqual({ gate: 'age', failed: 2, unknown: 1 });
    expect(stats.filtered.at(-1)).toEqual({ gate: 'score', failed: 2, unknown: 1 });
    expect(sumUltimate(told, 'whitepaper', 1_000)).toMatchObject({ total: 0, shown: 0 });
  });

  it('of Ultimate are unknown where no fold tells them', () => {
    expect(sumUltimate(scans, 'live', 1_000)).toMatchObject({
      total: null,
      shown: null,
      filtered: [],
      hidden: null,
      byAction: null,
    });
  });
});
