import type { Health } from '@cryptonite/contracts/api';

/** Of a product that runs well and has not heard of a block yet, but for what a test says. */
export const healthOf = (change: Partial<Health>): Health => ({
  status: 'ok',
  problems: [],
  source: null,
  streamTime: null,
  lagMs: null,
  inStepInMs: null,
  slot: null,
  eventsPerSecond: null,
  solPrice: null,
  gaps: [],
  reach: [],
  sourceAway: null,
  unknownLayouts: [],
  stores: [],
  site: [],
  topics: [],
  deadLetters: null,
  sources: [],
  disk: null,
  ...change,
});
