import { MonitoringCount, ScanProgress } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';

let running: Awaited<ReturnType<typeof startApp>>;
const get = async (path: string) => (await supertest(running.server).get(path).expect(200)).body;

beforeAll(async () => {
  running = await startApp();
  running.feed.load(
    scanOf({
      ...{ partition: 0, monitoredPumpfun: 3, monitoredBonded: 1, total: 4, scanned: 2, matched: 1 },
      looked: { tokens: 4, intervals: [0, 7] },
      daily: { scanned: 7, matched: 4, whitepaperMatched: 1 },
    }),
    scanOf({
      partition: 1,
      monitoredPumpfun: 5,
      monitoredBonded: 0,
      total: 9,
      scanned: 1,
      matched: 1,
      looked: { tokens: 5, intervals: [] },
    }),
  );
});
afterAll(() => running.app.close());

describe('the scan', () => {
  it('sums the scan over its partitions', async () => {
    expect(ScanProgress.parse(await get('/api/discovery/early-stage-progress'))).toMatchObject({
      total: 13,
      scanned: 9,
      cadence: { medianMs: 297, p95Ms: 297 },
      shown: 0,
      matched: 2,
      asOf: START,
    });
    const daily = await get('/api/discovery/daily-progress?profile=whitepaper');
    expect(ScanProgress.parse(daily)).toMatchObject({ total: 7, scanned: 9, matched: 1 });
    expect(ScanProgress.parse(await get('/api/discovery/daily-progress'))).toMatchObject({ matched: 4 });
    expect(MonitoringCount.parse(await get('/api/tokens/monitoring-count'))).toEqual({
      count: 9,
      pumpfun: 8,
      bonded: 1,
      origin: { kind: 'market', name: 'market simulator, seed 7' },
      asOf: START,
    });
  });
});
