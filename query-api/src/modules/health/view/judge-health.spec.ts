import { Health } from '@cryptonite/contracts/api';
import { DRIFT_ENDS_AFTER_MS, LayoutDrift, layoutDriftSamples } from '@cryptonite/contracts/events';
import { utc } from '@cryptonite/contracts/outages';
import { describe, expect, it } from 'vitest';
import { START, scanOf } from '../../../../testing/measurements.js';
import { type Facts, judgeHealth } from './judge-health.js';

const up = (name: string) => ({
  name,
  status: 'up' as const,
  since: START,
  answeredAgoMs: 300,
  latencyMs: 2,
  error: null,
});
const down = (name: string) => ({
  name,
  status: 'down' as const,
  since: START,
  answeredAgoMs: 41_000,
  latencyMs: null,
  error: 'refused',
});

const well: Facts = {
  now: START + 800,
  isLoaded: true,
  trouble: null,
  unreadable: 0,
  streamTime: START,
  streamSpeed: 1,
  scans: [scanOf({ partition: 0, time: START }), scanOf({ partition: 1, time: START - 500 })],
  stores: [up('clickhouse'), up('kafka')],
  site: [up('postgres'), up('s3'), up('rpc')],
  topics: [{ topic: 'tokens.journal', processor: 'screener', group: 'screener', lag: 3 }],
  disk: { freeBytes: 9e9, minFreeBytes: 1e9, isLow: false, stores: [] },
  deadLetters: { total: 0, kinds: [] },
  eventsPerSecond: 120,
  reach: [{ store: 'trades', from: START - 3_600_000 }],
  layoutDrifts: [],
  sourceStates: [],
  alarms: [],
  enrichedBy: ['metadata', 'boosts', 'mints'],
};

const drift = { ...LayoutDrift.parse(layoutDriftSamples[0]), since: START - 300_000, lastTime: START };

describe('judgeHealth', () => {
  it('is ok when nothing is wrong', () => {
    const health = Health.parse(judgeHealth(well));
    expect(health).toMatchObject({
      status: 'ok',
      problems: [],
      lagMs: 800,
      inStepInMs: null,
      streamTime: START,
      solPrice: { usd: '150.25', from: 'market simulator' },
      source: { kind: 'market' },
      sources: [
        { name: 'metadata', isConfigured: true },
        { name: 'boosts', isConfigured: true },
        { name: 'posts', isConfigured: false },
        { name: 'accounts', isConfigured: false },
        { name: 'telegram', isConfigured: false },
        { name: 'mints', isConfigured: true },
        { name: 'websites', isConfigured: false },
      ],
    });
    expect(health.gaps).toHaveLength(1);
  });

  it.each<[string, Partial<Facts>, string, string]>([
    ['loading', { isLoaded: false }, 'failed', 'The lists are still loading.'],
    [
      'no Kafka',
      { stores: [up('clickhouse'), down('kafka')] },
      'failed',
      `Kafka does not answer (since ${utc(START)}): refused.`,
    ],
    [
      'no ClickHouse',
      { stores: [down('clickhouse')] },
      'degraded',
      `ClickHouse does not answer (since ${utc(START)}): refused.`,
    ],
    ['trouble', { trouble: 'Old tokens are missing.' }, 'degraded', 'Old tokens are missing.'],
    [
      'a silent screener',
      { scans: [] },
      'degraded',
      'No block has come from the source yet. The log of ingest says why.',
    ],
    ['a slow clock', { now: START - 600_000 }, 'degraded', "The server's clock is 600 s behind the chain's."],
    ['a late chain', { now: START + 20_000 }, 'degraded', 'The newest block is 20 s old.'],
    ['a stalled chain', { now: START + 200_000 }, 'failed', 'The newest block is 200 s old.'],
    [
      'a long way to catch up',
      { now: START + 200_000, streamSpeed: 20 },
      'degraded',
      'Catching up: the newest block is 200 s old.',
    ],
    [
      'a sink far behind',
      { topics: [{ topic: 'screening.tokens', processor: 'sink', group: 'sink', lag: 30_000 }] },
      'degraded',
      'The sink is 30000 records of screening.tokens behind.',
    ],
    [
      'a full disk',
      { disk: { freeBytes: 5e8, minFreeBytes: 1e9, isLow: true, stores: [] } },
      'degraded',
      'Only 0.5 GB of disk are free: below 1.0 GB nothing new is taken in.',
    ],
    [
      'a layout that grew',
      { layoutDrifts: [drift] },
      'degraded',
      'PumpSwap BuyEvent is longer than this version knows (502 bytes, since 15:50).',
    ],
    ['unreadable records', { unreadable: 2 }, 'degraded', '2 records of the screener could not be read.'],
  ])('says so with %s', (_, facts, status, problem) => {
    expect(judgeHealth({ ...well, ...facts })).toMatchObject({ status, problems: [problem] });
  });

  it('calls no clock slow for a market whose time runs fast', () => {
    const { lagMs, problems } = judgeHealth({ ...well, now: START - 600_000, streamSpeed: 30 });
    expect([lagMs, problems]).toEqual([null, []]);
  });

  it.each([
    [200_000, 21, 10_000],
    // So slow that nobody can say, in step, and not told.
    [200_000, 1.2, null],
    [2_000, 21, null],
    [200_000, null, null],
  ])('%d ms behind at a speed of %j it is in step in %j ms', (behindMs, streamSpeed, inStepInMs) =>
    expect(judgeHealth({ ...well, now: START + behindMs, streamSpeed }).inStepInMs).toBe(inStepInMs),
  );

  it('tells of a layout that grew while it is seen, and no longer', () => {
    const { v: _, ...told } = drift;
    expect(Health.parse(judgeHealth({ ...well, layoutDrifts: [drift] })).unknownLayouts).toEqual([told]);
    const past = { ...drift, lastTime: START - DRIFT_ENDS_AFTER_MS - 1 };
    expect(judgeHealth({ ...well, layoutDrifts: [past] })).toMatchObject({
      status: 'ok',
      unknownLayouts: [],
    });
  });

  it('says why the source is away where nothing comes of it, and of nothing while blocks come', () => {
    const gone = {
      v: 1,
      host: 'rpc.example',
      at: START + 5,
      awaySince: START,
      reason: 'it refuses (HTTP 403)',
    } as const;
    const older = { ...gone, host: 'old.example', at: START, awaySince: START - 1 };
    const back = { ...gone, host: 'back.example', at: START + 9, awaySince: null, reason: null };
    const said = (facts: Partial<Facts>) =>
      judgeHealth({ ...well, sourceStates: [older, gone], ...facts }).problems;
    const sentence = `The source rpc.example is away (since ${utc(START)}): it refuses (HTTP 403). It is tried on.`;
    expect(said({})).toEqual([]);
    expect(said({ scans: [] })).toEqual([sentence, 'No block has come from the source yet.']);
    const { sourceAway } = Health.parse(judgeHealth({ ...well, scans: [], sourceStates: [older, gone] }));
    expect(sourceAway).toEqual({ host: 'rpc.example', since: START, reason: 'it refuses (HTTP 403)' });
    expect(said({ now: START + 20_000 })).toEqual([sentence, 'The newest block is 20 s old.']);
    // Another host is read by now, and answers.
    expect(said({ scans: [], sourceStates: [gone, back] })).toEqual([
      'No block has come from the source yet. The log of ingest says why.',
    ]);
  });

  it('takes the past of a tape for what it is', () => {
    const scans = [scanOf({ source: { kind: 'tape', name: 'a.tape' } })];
    expect(judgeHealth({ ...well, scans, now: START + 1e10 })).toMatchObject({ status: 'ok', lagMs: null });
  });

  it('names a gap once, and for 24 h of stream time', () => {
    const gap = { afterSlot: 1, beforeSlot: 9, time: START, durationMs: 5_000 };
    const newer = { ...gap, beforeSlot: 12, time: START + 1_000 };
    const scans = [scanOf({ partition: 0, gaps: [gap] }), scanOf({ partition: 1, gaps: [gap, newer] })];
    expect(judgeHealth({ ...well, scans }).gaps).toEqual([newer, gap]);
    const later = START + 86_400_001;
    expect(judgeHealth({ ...well, scans, streamTime: later }).gaps).toEqual([newer]);
  });
});
