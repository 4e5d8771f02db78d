import { EarlyStageTokens, MonitoringCount, ScanProgress } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure, mintOf, START, scanOf } from '../../../../testing/measurements.js';
import { startApp } from '../../../../testing/start-app.js';

let running: Awaited<ReturnType<typeof startApp>>;
const get = async (path: string) => (await supertest(running.server).get(path).expect(200)).body;

beforeAll(async () => {
  running = await startApp();
  running.feed.load(
    measure(mintOf('a'), { bondingProgressPercent: 36.62, alertRaisedAt: START - 5 }),
    measure(mintOf('b'), { bondingProgressPercent: 49, alertRaisedAt: START - 2, live: {} }),
    measure(mintOf('c'), { bondingProgressPercent: 61, alertRaisedAt: START - 1, live: {} }),
    scanOf({ partition: 0, monitoredPumpfun: 3, monitoredBonded: 1, total: 4, scanned: 2, matched: 1 }),
    scanOf({ partition: 1, monitoredPumpfun: 5, monitoredBonded: 0, total: 9, scanned: 1, matched: 1 }),
  );
});
afterAll(() => running.app.close());

describe('discovery', () => {
  it('shows tokens between 30 and 50%, the newest alert first', async () => {
    const answer = EarlyStageTokens.parse(await get('/api/discovery/early-stage'));
    expect(answer.items.map(({ bondingCurveProgress }) => bondingCurveProgress)).toEqual([49, 36.62]);
    expect(answer).toMatchObject({ total: 2, profile: 'live', asOf: START });
    const first = await get('/api/discovery/early-stage?limit=1');
    const second = await get(`/api/discovery/early-stage?limit=1&cursor=${first.nextCursor}`);
    expect(second.items).toMatchObject([{ mint: mintOf('a') }]);
  });

  it('sums the scan over its partitions', async () => {
    expect(ScanProgress.parse(await get('/api/discovery/early-stage-progress'))).toMatchObject({
      total: 13,
      scanned: 3,
      matched: 2,
      asOf: START,
    });
    expect(MonitoringCount.parse(await get('/api/tokens/monitoring-count'))).toEqual({
      count: 9,
      pumpfun: 8,
      bonded: 1,
      origin: { kind: 'market', name: 'market simulator, seed 7' },
      asOf: START,
    });
  });
});
