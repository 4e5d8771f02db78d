/** What answers of the world change. A token that memory does not hold is left alone: nobody asks about it any more. */
import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import type {
  Answer,
  FetchFailure,
  HoldersObserved,
  JournalRecord,
  MetadataResolved,
} from '@cryptonite/contracts/events';
import { telegramHandleOf, twitterHandleOf } from '@cryptonite/contracts/links';
import type { World } from '@cryptonite/contracts/states';
import { describe } from '../facts/identity.js';
import { beforeChange, measureSoon, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { newWorld } from './asks.js';

const ASKED_BY_KIND = {
  MetadataResolved: 'metadata',
  TokenBoosted: 'boosts',
  SocialObserved: 'social',
  MintObserved: 'mint',
  HoldersObserved: 'holders',
} as const satisfies Record<Answer['kind'], string>;

/** An answer is no life of the token: neither its newest fact nor the time of its eviction moves. */
export function applyAnswers(partition: Partition, record: JournalRecord): void {
  for (const fact of record.facts) if (fact.kind in ASKED_BY_KIND) applyAnswer(partition, fact as Answer);
}

function applyAnswer(partition: Partition, answer: Answer): void {
  const token = partition.tokens.get(answer.mint);
  if (!token) return;
  const now = partition.clock.time ?? answer.time;
  beforeChange(partition, token);
  const { state } = token;
  state.world ??= newWorld();
  const { world } = state;
  world.answeredAt[ASKED_BY_KIND[answer.kind]] = now;
  world.lookedAt = null;
  switch (answer.kind) {
    case 'MetadataResolved': {
      // What was read once stays known while its server is away.
      if (answer.documentSha256 === null && world.documentSha256 !== null) return;
      const { twitter, telegram } = world;
      const picture = pictureOrFailure(world);
      if (answer.documentSha256 !== null) {
        world.pictureSha256 = pictureAfter(world, answer);
        world.documentSha256 = answer.documentSha256;
        world.twitter = twitterHandleOf(answer.twitter);
        world.telegram = telegramHandleOf(answer.telegram);
      }
      world.pictureFailure = answer.failure ?? answer.pictureFailure;
      if (picture !== pictureOrFailure(world) || twitter !== world.twitter || telegram !== world.telegram)
        describe(partition, state, answer.id, Math.max(now, state.touchedAt));
      return;
    }
    case 'TokenBoosted':
      world.boosts = answer.boosts;
      world.hasPaidProfile = answer.hasPaidProfile;
      return;
    case 'SocialObserved':
      // Kept in its table; no score reads it yet.
      return;
    case 'MintObserved':
      state.supply ??= answer.supply;
      return;
    case 'HoldersObserved':
      state.supply ??= answer.supply;
      noteHolders(token, answer);
      measureSoon(partition, token, now, { isNews: false, isTurn: true });
  }
}

/** Its hash, or why there is none. */
const pictureOrFailure = ({ pictureSha256, pictureFailure = null }: World): string | null =>
  pictureSha256 ?? pictureFailure;

/** Failures that say nothing of what was asked for. */
const ON_THE_WAY: ReadonlySet<FetchFailure> = new Set([
  'unresolved',
  'unreachable',
  'too-slow',
  'cut',
  'rate-limited',
]);

/** A picture that cannot be had now stays known, unless another document names none, or one that is refused for what it is. */
function pictureAfter({ documentSha256, pictureSha256 }: World, answer: MetadataResolved): string | null {
  if (answer.pictureSha256 !== null) return answer.pictureSha256;
  const isAway = answer.pictureFailure !== null && ON_THE_WAY.has(answer.pictureFailure);
  return isAway || answer.documentSha256 === documentSha256 ? pictureSha256 : null;
}

/** Behind every fact of the slot whose state the node told. */
function noteHolders({ accounts }: Token, { observedSlot, accounts: largest }: HoldersObserved): void {
  const position = positionOf({ slot: observedSlot, ...SLOT_END, inner: 0 });
  for (const { account, owner, amount } of largest)
    if (owner !== null) accounts.set({ account, owner, amount, position });
}
