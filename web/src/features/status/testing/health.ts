import type { HealthSummary } from '@cryptonite/contracts/api';

/** Of a market that runs well, for tests. */
export const WELL: HealthSummary = {
  status: 'ok',
  concern: null,
  source: { kind: 'market', name: 'market simulator, seed 7' },
  streamTime: 1_759_852_522_000,
  lagMs: 800,
  inStepInMs: null,
  areScoresLate: false,
  slot: 1,
  eventsPerSecond: 1,
  solPrice: null,
  awaySince: null,
  gaps: [],
  reach: [],
  sources: [],
};
