import type { FetchFailure } from '@cryptonite/contracts/events';

/** Failures that say nothing of what was asked for. */
export const ON_THE_WAY: ReadonlySet<FetchFailure> = new Set([
  'unresolved',
  'unreachable',
  'too-slow',
  'cut',
  'rate-limited',
]);
