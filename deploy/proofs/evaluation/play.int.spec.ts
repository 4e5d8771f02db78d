/** A market of a few launches through ingest and the fold: the same tokens whenever it is played. */
import { DERIVED } from '@cryptonite/contracts/measures';
import { expect, it } from 'vitest';
import { playMarket } from './play.js';

const SEED = 1;
/** One of them comes near a list in its first minutes. */
const LAUNCHES = 25;

it('says of each token what the world says of it, in dollars, and the same each time', async () => {
  const [first, again] = [await playMarket(SEED, LAUNCHES), await playMarket(SEED, LAUNCHES)];
  expect(again).toEqual(first);
  expect(first.tokens).toHaveLength(LAUNCHES);
  const judged = first.tokens.flatMap(({ moments }) => moments.traded?.measurement ?? []);
  expect(judged.length).toBeGreaterThan(LAUNCHES / 2);
  // Documents, posts, accounts and mints were asked about, and answered.
  const scored = judged.filter(({ socialScore }) => socialScore !== null);
  expect(scored.length).toBeGreaterThan(0);
  for (const measurement of scored) {
    expect(measurement.patternScore).not.toBeNull();
    expect(measurement.contractRisk).not.toBeNull();
    expect(measurement.posts24h).not.toBeNull();
    expect(DERIVED.marketCapUsd.of(measurement)).toBeGreaterThan(0);
  }
});
