/** What the screener wants to know of the world outside the chain, and when it asks. A function of state and stream time. */
import type { Ask, Asked, Nearness } from '@cryptonite/contracts/asks';
import type { Measurement } from '@cryptonite/contracts/measures';
import { HOLDER_COVERAGE_MIN, NEAR_LIST_PERCENT } from '@cryptonite/contracts/rules';
import type { TokenCore, World } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * After how long the same is asked again: where nobody answered, and where somebody did, by what may have changed since.
 * Null is never. Tokens far from every list are asked about their document alone.
 */
const AGAIN_AFTER_MS: Record<
  Asked,
  { unanswered: number; answered: number; far: { unanswered: number } | null }
> = {
  metadata: { unanswered: MINUTE_MS, answered: 30 * MINUTE_MS, far: { unanswered: 10 * MINUTE_MS } },
  // One that changed nothing is not answered.
  boosts: { unanswered: MINUTE_MS, answered: MINUTE_MS, far: null },
  social: { unanswered: 2 * MINUTE_MS, answered: 5 * MINUTE_MS, far: null },
  mint: { unanswered: MINUTE_MS, answered: HOUR_MS, far: null },
  holders: { unanswered: 2 * MINUTE_MS, answered: 5 * MINUTE_MS, far: null },
};
/** A document that could not be read. */
const FAILED_AGAIN_AFTER_MS = 10 * MINUTE_MS;
/** What is said of a token is asked once its document has named its accounts, or did not in this time. */
const DOCUMENT_WITHIN_MS = 30_000;

export const newWorld = (): World => ({
  askedAt: { metadata: null, boosts: null, social: null, mint: null, holders: null },
  answeredAt: { metadata: null, boosts: null, social: null, mint: null, holders: null },
  nearness: 'far',
  documentSha256: null,
  pictureSha256: null,
  twitter: null,
  telegram: null,
  boosts: null,
  hasPaidProfile: null,
});

export function nearnessOf(
  { lists, state }: Token,
  { bondingProgressPercent }: Pick<Measurement, 'bondingProgressPercent'>,
): Nearness {
  if (lists !== 0) return 'listed';
  if (state.isBonded || state.lifecycle === 'migrating') return 'near';
  return state.lifecycle === 'bonding' && (bondingProgressPercent ?? 0) >= NEAR_LIST_PERCENT ? 'near' : 'far';
}

/** Why something is asked now; null where it is not. */
function whyNow(
  what: Asked,
  state: TokenCore,
  world: World,
  nearness: Nearness,
  now: number,
): Ask['why'] | null {
  const again = AGAIN_AFTER_MS[what];
  const askedAt = world.askedAt[what];
  const answeredAt = world.answeredAt[what];
  if (nearness === 'far' && again.far === null) return null;
  if (askedAt === null) return state.createdAt !== null && nearness === 'far' ? 'launched' : 'nearer';
  // A document that is known is answered again only where it says something else.
  const isKnown = what === 'metadata' && world.documentSha256 !== null;
  const isAnswered = isKnown || (answeredAt !== null && answeredAt >= askedAt);
  if (!isAnswered) {
    if (nearness !== 'far' && world.nearness === 'far') return 'nearer';
    const after = nearness === 'far' ? again.far!.unanswered : again.unanswered;
    return now - askedAt >= after ? 'unanswered' : null;
  }
  if (nearness === 'far') return null;
  const hasFailed = what === 'metadata' && world.documentSha256 === null;
  return now - askedAt >= (hasFailed ? FAILED_AGAIN_AFTER_MS : again.answered) ? 'due' : null;
}

/** Asks what is due about a token that was just measured. */
export function askWorld(partition: Partition, token: Token, measurement: Measurement, now: number): void {
  const { state } = token;
  const { slot } = partition.clock;
  const nearness = nearnessOf(token, measurement);
  // The many that will never come near a list, once their document is known.
  if (slot === null || (nearness === 'far' && (state.uri === null || isSettled(state.world)))) return;
  state.world ??= newWorld();
  const { world } = state;
  const ask = (what: Asked, isWanted: boolean, asking: (base: AskBase) => Ask) => {
    const why = isWanted ? whyNow(what, state, world, nearness, now) : null;
    if (why === null) return;
    world.askedAt[what] = now;
    const { mint, source } = state;
    const isKnown = world.answeredAt[what] !== null;
    partition.asks.push(asking({ v: 1, mint, time: now, slot, source, nearness, isKnown, why }));
  };
  const { uri } = state;
  ask('metadata', uri !== null, (base) => ({
    what: 'metadata',
    ...base,
    uri: uri ?? '',
    knownDocumentSha256: world.documentSha256,
    knownPictureSha256: world.pictureSha256,
  }));
  ask('mint', true, (base) => ({ what: 'mint', ...base }));
  ask('boosts', true, (base) => ({
    what: 'boosts',
    ...base,
    knownBoosts: world.boosts,
    knownHasPaidProfile: world.hasPaidProfile,
  }));
  const { metadata } = world.askedAt;
  const namesAccounts =
    world.answeredAt.metadata !== null || metadata === null || now - metadata >= DOCUMENT_WITHIN_MS;
  ask('social', namesAccounts, (base) => ({
    what: 'social',
    ...base,
    twitterHandle: world.twitter,
    telegramHandle: world.telegram,
  }));
  const isHolderCoverageLow = (measurement.holderCoverage ?? 0) < HOLDER_COVERAGE_MIN;
  ask('holders', isHolderCoverageLow, (base) => ({ what: 'holders', ...base, why: 'unseen-holders' }));
  world.nearness = nearness;
}

type AskBase = Omit<Extract<Ask, { what: 'mint' }>, 'what'>;

const isSettled = (world: World | undefined): boolean =>
  world !== undefined && world.nearness === 'far' && world.answeredAt.metadata !== null;

/** A chain fact says that a mint's authority is another: what is known of it is asked anew. */
export function forgetMint({ world }: TokenCore): void {
  if (world) world.askedAt.mint = null;
}
