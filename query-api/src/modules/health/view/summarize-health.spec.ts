import { Health, HealthSummary } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { summarizeHealth } from './summarize-health.js';

const state = (name: string, status: 'up' | 'down') => ({
  name,
  status,
  since: 1,
  answeredAgoMs: 1,
  latencyMs: 1,
  error: status === 'down' ? 'ECONNREFUSED 10.0.0.7' : null,
});
const topic = (processor: 'screener' | 'sink', lag: number) => ({
  topic: 'tokens.journal',
  processor,
  group: `${processor}-7`,
  lag,
});
const WELL: Health = {
  status: 'ok',
  problems: [],
  source: { kind: 'market', name: 'market simulator, seed 7' },
  sourceAway: null,
  streamTime: 1_759_852_522_000,
  lagMs: 800,
  inStepInMs: null,
  slot: 9,
  eventsPerSecond: 120,
  solPrice: { usd: '150', from: 'market simulator', observedAt: 1 },
  gaps: [],
  reach: [
    { store: 'trades', from: 1_759_840_000_000 },
    { store: 'measurements', from: null },
  ],
  unknownLayouts: [],
  stores: [state('clickhouse', 'up'), state('kafka', 'up')],
  site: [state('postgres', 'up')],
  topics: [topic('screener', 3), topic('sink', 3)],
  deadLetters: { total: 2, kinds: [{ service: 'ingest', reason: 'of no use', count: 2, newestAt: 1 }] },
  sources: [{ name: 'posts', isConfigured: false }],
  disk: { freeBytes: 9e9, minFreeBytes: 1e9, isLow: false, stores: [] },
};

it('tells anybody how late the data are and how far back they reach, and nothing of what the product is made of', () => {
  const { status, source, streamTime, lagMs, inStepInMs, slot, eventsPerSecond } = WELL;
  const { solPrice, gaps, reach, sources } = WELL;
  expect(summarizeHealth(Health.parse(WELL))).toEqual({
    ...{
      status,
      source,
      streamTime,
      lagMs,
      inStepInMs,
      slot,
      eventsPerSecond,
      solPrice,
      gaps,
      reach,
      sources,
    },
    concern: null,
    awaySince: null,
    areScoresLate: false,
  });
});

it.each<[HealthSummary['concern'], Partial<Health>]>([
  ['loading', { streamTime: null, stores: [state('kafka', 'down')] }],
  ['no-trades', { stores: [state('clickhouse', 'down'), state('kafka', 'down')] }],
  ['no-history', { stores: [state('clickhouse', 'down')] }],
  ['no-data', { stores: [state('another', 'down')] }],
  ['low-disk', { disk: { freeBytes: 1, minFreeBytes: 2, isLow: true, stores: [] } }],
  ['late-history', { topics: [topic('sink', 30_000)] }],
  ['other', { problems: ['3 records of the screener could not be read.'] }],
])('names the worst of what is wrong: %s', (concern, change) => {
  expect(summarizeHealth({ ...WELL, ...change }).concern).toBe(concern);
});

it('says since when the source is away, and not who it is or why', () => {
  const sourceAway = { host: 'rpc.example', since: 5, reason: 'it refuses (HTTP 403)' };
  const summary = summarizeHealth({ ...WELL, sourceAway, problems: ['The source rpc.example is away.'] });
  expect(summary.awaySince).toBe(5);
  expect(JSON.stringify(summary)).not.toMatch(/rpc\.example|403/);
});

it('says that trades wait to be scored', () =>
  expect(summarizeHealth({ ...WELL, topics: [topic('screener', 2_001)] }).areScoresLate).toBe(true));
