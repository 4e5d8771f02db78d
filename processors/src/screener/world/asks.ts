/** What the screener wants to know of the world outside the chain, and when it asks. A function of state and stream time. */
import { ASKED, type Ask, type Asked, type Nearness } from '@cryptonite/contracts/asks';
import type { Measurement } from '@cryptonite/contracts/measures';
import { HOLDER_COVERAGE_MIN, isNearList } from '@cryptonite/contracts/rules';
import type { TokenCore, World } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { tellFollowed, tellUnfollowed } from './followed.js';

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
  likeness: { unanswered: 2 * MINUTE_MS, answered: 10 * MINUTE_MS, far: null },
  website: { unanswered: 5 * MINUTE_MS, answered: 30 * MINUTE_MS, far: null },
  place: { unanswered: 2 * MINUTE_MS, answered: 5 * MINUTE_MS, far: null },
};
/** What is asked of a token far from every list. */
const ASKED_FAR = ASKED.filter((what) => AGAIN_AFTER_MS[what].far !== null);
/** A place by volume says nothing of an hour that is another by a quarter. */
const PLACE_HOLDS_MS = 15 * MINUTE_MS;
/** Whether something is due is looked up so often, and whenever an answer came or the token is nearer or farther. */
const LOOK_EVERY_MS = 5_000;
/** A document that could not be read, or whose picture could not be had. */
const FAILED_AGAIN_AFTER_MS = 10 * MINUTE_MS;
/** A token that goes to and fro between far and near is asked about no more often as it comes nearer again. */
const NEARER_AGAIN_AFTER_MS = 30_000;
/** What is said of a token is asked once its document has named its accounts, or did not in this time. */
const DOCUMENT_WITHIN_MS = 30_000;

export const newWorld = (): World => ({
  askedAt: {
    metadata: null,
    boosts: null,
    social: null,
    mint: null,
    holders: null,
    likeness: null,
    website: null,
    place: null,
  },
  answeredAt: {
    metadata: null,
    boosts: null,
    social: null,
    mint: null,
    holders: null,
    likeness: null,
    website: null,
    place: null,
  },
  nearness: 'far',
  lookedAt: null,
  followedAt: null,
  documentSha256: null,
  pictureSha256: null,
  pictureFailure: null,
  twitter: null,
  telegram: null,
  boosts: null,
  hasPaidProfile: null,
  document: null,
  mint: null,
  authoritySlot: null,
  social: null,
  description: null,
  likeness: null,
  website: null,
  doesWebsiteAnswer: null,
  volumePlace: null,
});

/** Nobody asks any more what is paid for it: what was told may be over. */
export function forgetPromotion(world: World | undefined): void {
  if (!world) return;
  world.boosts = null;
  world.hasPaidProfile = null;
}

/** Its place by volume at a stream time; null where none was told of late. */
export const volumePlaceAt = ({ volumePlace = null }: World, time: number): number | null =>
  volumePlace !== null && time - volumePlace.untilAt <= PLACE_HOLDS_MS ? volumePlace.place : null;

export function nearnessOf(
  { isShown, state }: Token,
  { bondingProgressPercent }: Pick<Measurement, 'bondingProgressPercent'>,
): Nearness {
  if (isShown) return 'listed';
  const isNear = isNearList({
    isBonding: state.lifecycle === 'bonding',
    isBonded: state.isBonded || state.lifecycle === 'migrating',
    progress: bondingProgressPercent,
  });
  return isNear ? 'near' : 'far';
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
  const askedAt = world.askedAt[what] ?? null;
  const answeredAt = world.answeredAt[what] ?? null;
  if (askedAt === null) {
    if ((what === 'mint' || what === 'likeness') && answeredAt !== null) return 'changed';
    return state.createdAt !== null && nearness === 'far' ? 'launched' : 'nearer';
  }
  // A document that is known is answered again only where it says something else.
  const isDocument = what === 'metadata' && world.documentSha256 !== null;
  const isAnswered = isDocument || (answeredAt !== null && answeredAt >= askedAt);
  const waitedMs = now - askedAt;
  if (nearness === 'far') {
    const isDue = again.far !== null && waitedMs >= again.far.unanswered;
    return isDue && !isAnswered ? 'unanswered' : null;
  }
  const hasFailed = what === 'metadata' && (!isDocument || hasPictureFailed(world));
  if (world.nearness === 'far' && (!isAnswered || hasFailed)) {
    // None that was far all the time was asked about what is paid for it.
    const isFirstTime = world.askedAt.boosts === null;
    if (isFirstTime || waitedMs >= NEARER_AGAIN_AFTER_MS) return 'nearer';
  }
  if (!isAnswered) return waitedMs >= again.unanswered ? 'unanswered' : null;
  return waitedMs >= (hasFailed ? FAILED_AGAIN_AFTER_MS : again.answered) ? 'due' : null;
}

/** In states from before its reason was kept, a document without a picture is one whose picture failed. */
const hasPictureFailed = ({ pictureSha256, pictureFailure }: World): boolean =>
  pictureFailure === undefined
    ? pictureSha256 === null
    : pictureFailure !== null && pictureFailure !== 'no-address';

/** Asks what is due about a token that was just measured. */
export function askWorld(partition: Partition, token: Token, measurement: Measurement, now: number): void {
  const { state } = token;
  const { slot } = partition.clock;
  const nearness = nearnessOf(token, measurement);
  if (nearness === 'far') {
    forgetPromotion(state.world);
    tellUnfollowed(partition, token, now);
  }
  // The many that will never come near a list, once their document is known.
  if (slot === null || (nearness === 'far' && (state.uri === null || isSettled(state.world)))) return;
  state.world ??= newWorld();
  const { world } = state;
  const { lookedAt = null } = world;
  if (lookedAt !== null && nearness === world.nearness && now - lookedAt < LOOK_EVERY_MS) return;
  for (const what of nearness === 'far' ? ASKED_FAR : ASKED) {
    if (!isWanted(what, state, world, measurement, now)) continue;
    const why = whyNow(what, state, world, nearness, now);
    if (why === null) continue;
    const isKnown = (world.answeredAt[what] ?? null) !== null;
    const { mint, source } = state;
    partition.asks.push(
      askOf(what, state, world, { v: 1, mint, time: now, slot, source, nearness, isKnown, why }),
    );
    world.askedAt[what] = now;
  }
  if (nearness !== 'far') tellFollowed(partition, token, world, slot, now);
  world.nearness = nearness;
  world.lookedAt = now;
}

/** Whether there is something to ask. */
function isWanted(
  what: Asked,
  { uri, name, symbol, createdAt }: TokenCore,
  world: World,
  { holderCoverage }: Measurement,
  now: number,
): boolean {
  switch (what) {
    case 'metadata':
      return uri !== null;
    case 'social':
      return isDocumentDue(world, now);
    case 'likeness':
      return name !== null && symbol !== null && createdAt !== null && isDocumentDue(world, now);
    case 'holders':
      return (holderCoverage ?? 0) < HOLDER_COVERAGE_MIN;
    case 'website':
      return (world.website ?? null) !== null;
    case 'boosts':
    case 'mint':
    case 'place':
      return true;
  }
}

/** Whether its document was read, or will not be soon. */
const isDocumentDue = ({ askedAt, answeredAt }: World, now: number): boolean =>
  answeredAt.metadata !== null || askedAt.metadata === null || now - askedAt.metadata >= DOCUMENT_WITHIN_MS;
/** Of a document that was read before it was kept where its website is, all is to be said again. */
const isWebsiteKept = ({ document, website }: World): boolean =>
  website !== undefined || document?.hasWebsite !== true;

type AskBase = Omit<Extract<Ask, { what: 'mint' }>, 'what'>;

function askOf(what: Asked, { uri, name, symbol, createdAt }: TokenCore, world: World, base: AskBase): Ask {
  switch (what) {
    case 'metadata':
      return {
        what,
        ...base,
        uri: uri ?? '',
        knownDocumentSha256: isWebsiteKept(world) ? world.documentSha256 : null,
        knownPictureSha256: world.pictureSha256,
        knownPictureFailure: world.pictureFailure ?? null,
      };
    case 'boosts':
      return { what, ...base, knownBoosts: world.boosts, knownHasPaidProfile: world.hasPaidProfile };
    case 'social':
      return { what, ...base, twitterHandle: world.twitter, telegramHandle: world.telegram };
    case 'mint':
    case 'place':
      return { what, ...base };
    case 'holders':
      return { what, ...base, why: 'unseen-holders' };
    case 'likeness':
      return {
        what,
        ...base,
        name: name ?? '',
        symbol: symbol ?? '',
        createdAt: createdAt ?? 0,
        pictureSha256: world.pictureSha256,
        twitterHandle: world.twitter,
      };
    case 'website':
      return { what, ...base, website: world.website ?? '' };
  }
}

const isSettled = (world: World | undefined): boolean =>
  world !== undefined && world.nearness === 'far' && world.answeredAt.metadata !== null;
