import type { Health } from '@cryptonite/contracts/api';

/** Of a market that runs well, for tests. */
export const WELL: Health = {
  status: 'ok',
  problems: [],
  source: { kind: 'market', name: 'market simulator, seed 7' },
  streamTime: 1_759_852_522_000,
  lagMs: 800,
  inStepInMs: null,
  slot: 1,
  eventsPerSecond: 1,
  solPrice: null,
  sourceAway: null,
  unknownLayouts: [],
  gaps: [],
  stores: [],
  site: [],
  topics: [],
  deadLetters: null,
  sources: [],
  disk: null,
};
