import type { HealthSummary } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { WELL } from '../testing/health';
import type { Freshness } from './freshness';
import type { LinkState } from './link-state';
import { describeProblem } from './problem';

const current: Freshness = { state: 'current', behindMs: 800, slowMs: 0 };
it.each<
  [
    string,
    Partial<HealthSummary>,
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
    { concern: 'no-trades' },
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
    { concern: 'no-trades' },
    { state: 'stale', behindMs: 125_000, slowMs: 0 },
    'live',
    { kind: 'late', text: 'Trades 2 min late', short: '2 min late', isStale: true },
  ],
  [
    'a source that does not answer',
    { awaySince: 0, streamTime: null, concern: 'loading' },
    current,
    'live',
    { kind: 'source', text: 'Data feed down since 00:00', short: 'Feed down', isStale: false },
  ],
  [
    'a source that does not answer, while what came last grows old',
    { awaySince: 0 },
    { state: 'stale', behindMs: 780_000, slowMs: 0 },
    'live',
    { kind: 'source', text: 'Data feed down since 00:00', short: 'Feed down', isStale: true },
  ],
  [
    'scores that come late, as the screener is behind',
    { areScoresLate: true, concern: 'late-history' },
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
    { concern: 'no-history' },
    current,
    'live',
    { kind: 'no-history', text: 'History is missing', short: 'No history', isStale: false },
  ],
  [
    'tables that are being filled',
    { concern: 'late-history' },
    current,
    'live',
    { kind: 'late-history', text: 'History is catching up', short: 'History late', isStale: false },
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
    { concern: 'other' },
    current,
    'live',
    { kind: 'other', text: 'Running with a fault', short: 'Has a fault', isStale: false },
  ],
])('says %s', (_what, health, freshness, link, problem) => {
  const said = describeProblem({ ...WELL, ...health }, freshness, link);
  if (problem) expect(said).toEqual({ ...problem, details: [] });
  else expect(said).toBeNull();
});

it('keeps its kind while the figures change', () => {
  const late = (behindMs: number) =>
    describeProblem(WELL, { state: 'late', behindMs, slowMs: 0 }, 'live')?.kind;
  expect(late(42_000)).toBe(late(55_000));
});

it('has sentences for an operator', () => {
  const details = ['3 records of the screener could not be read.'];
  expect(describeProblem({ ...WELL, concern: 'other' }, current, 'live', details)?.details).toEqual(details);
});

it('says of a server that never answered nothing but what the link says', () =>
  expect(describeProblem(undefined, null, 'reconnecting')).toBeNull());
