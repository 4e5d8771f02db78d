import type { Health } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { WELL } from '../testing/health';
import type { Freshness } from './freshness';
import type { LinkState } from './link-state';
import { describeProblem } from './problem';

const current: Freshness = { state: 'current', behindMs: 800, slowMs: 0 };
const down = (name: string): Partial<Health> => ({
  stores: [{ name, status: 'down', since: null, answeredAgoMs: null, latencyMs: null, error: 'refused' }],
  problems: [`${name} does not answer: refused.`],
});

it.each<
  [
    string,
    Partial<Health>,
    Freshness,
    LinkState,
    { kind: string; text: string; short: string; isStale: boolean } | null,
  ]
>([
  ['nothing', {}, current, 'live', null],
  ['nothing while it reconnects', {}, current, 'reconnecting', null],
  ['silence', {}, current, 'silent', { kind: 'silent', text: 'Stale', short: 'Stale', isStale: true }],
  [
    'no network',
    down('kafka'),
    current,
    'offline',
    { kind: 'offline', text: 'No network', short: 'No network', isStale: true },
  ],
  [
    'trades that come late',
    {},
    { state: 'late', behindMs: 42_000, slowMs: 0 },
    'live',
    { kind: 'late', text: 'Trades 42 s late', short: '42 s late', isStale: false },
  ],
  [
    'trades that come too late to act on',
    down('kafka'),
    { state: 'stale', behindMs: 125_000, slowMs: 0 },
    'live',
    { kind: 'late', text: 'Trades 2 min late', short: '2 min late', isStale: true },
  ],
  [
    'a source that does not answer',
    {
      sourceAway: { host: 'rpc.example', since: 0, reason: 'it refuses (HTTP 403)' },
      streamTime: null,
      problems: ['The source rpc.example is away: it refuses (HTTP 403).'],
    },
    current,
    'live',
    { kind: 'source', text: 'Data feed down since 00:00', short: 'Feed down', isStale: false },
  ],
  [
    'a source that does not answer, while what came last grows old',
    { sourceAway: { host: 'rpc.example', since: 0, reason: 'it refuses (HTTP 403)' } },
    { state: 'stale', behindMs: 780_000, slowMs: 0 },
    'live',
    { kind: 'source', text: 'Data feed down since 00:00', short: 'Feed down', isStale: true },
  ],
  [
    'scores that come late, as the screener is behind',
    {
      topics: [
        { topic: 'tokens.journal', processor: 'screener', group: 'screener-2', lag: 90_000 },
        { topic: 'tokens.journal', processor: 'sink', group: 'sink-2', lag: 0 },
        { topic: 'screening.tokens', processor: 'sink', group: 'sink-2', lag: 0 },
      ],
    },
    { state: 'stale', behindMs: 780_000, slowMs: 0 },
    'live',
    { kind: 'scores', text: 'Scores 13 min late', short: '13 min late', isStale: true },
  ],
  [
    'a clock of the server that is slow',
    {},
    { state: 'current', behindMs: null, slowMs: 780_000 },
    'live',
    { kind: 'clock', text: 'Server clock 13 min slow', short: 'Clock slow', isStale: false },
  ],
  [
    'a store',
    down('clickhouse'),
    current,
    'live',
    { kind: 'clickhouse', text: 'History is missing', short: 'No history', isStale: false },
  ],
  [
    'tables that are being filled',
    {
      problems: ['The sink is 30000 records of tokens.journal behind.'],
      topics: [{ topic: 'tokens.journal', processor: 'sink', group: 'sink', lag: 30_000 }],
    },
    current,
    'live',
    { kind: 'behind', text: 'History is catching up', short: 'History late', isStale: false },
  ],
  [
    'a past that is read, and until when',
    { lagMs: 780_000, inStepInMs: 40_000 },
    { state: 'stale', behindMs: 780_000, slowMs: 0 },
    'live',
    { kind: 'past', text: 'Reading past, 40 s', short: 'Live in 40 s', isStale: true },
  ],
  [
    'what only an operator understands',
    { problems: ['3 records of the screener could not be read.'] },
    current,
    'live',
    { kind: 'other', text: 'Running with a fault', short: 'Has a fault', isStale: false },
  ],
])('says %s', (_what, health, freshness, link, problem) => {
  const said = describeProblem({ ...WELL, ...health }, freshness, link);
  if (problem) expect(said).toEqual({ ...problem, details: health.problems ?? [] });
  else expect(said).toBeNull();
});

it('keeps its kind while the figures change', () => {
  const late = (behindMs: number) =>
    describeProblem(WELL, { state: 'late', behindMs, slowMs: 0 }, 'live')?.kind;
  expect(late(42_000)).toBe(late(55_000));
});

it('says of a server that never answered nothing but what the link says', () =>
  expect(describeProblem(undefined, null, 'reconnecting')).toBeNull());
