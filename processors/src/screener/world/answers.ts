/** What answers of the world change. A token that memory does not hold is left alone: nobody asks about it any more. */
import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import type { Answer, HoldersObserved, JournalRecord, MetadataResolved } from '@cryptonite/contracts/events';
import { telegramHandleOf, twitterHandleOf } from '@cryptonite/contracts/links';
import { namesUse } from '@cryptonite/contracts/rules';
import type { World } from '@cryptonite/contracts/states';
import { noteAccount } from '../facts/account.js';
import { describe } from '../facts/identity.js';
import { tellSupplyAt } from '../facts/supply.js';
import { beforeChange, measureSoon, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { newWorld } from './asks.js';
import { ON_THE_WAY } from './failures.js';
import { forgetLikeness, isOfOtherDocument, takeLikeness } from './likeness.js';
import { isOutdated, takeMint } from './mint.js';
import { forgetAccounts, isOfOtherAccounts, takeSocial } from './social.js';

const ASKED_BY_KIND = {
  MetadataResolved: 'metadata',
  TokenBoosted: 'boosts',
  SocialObserved: 'social',
  MintObserved: 'mint',
  HoldersObserved: 'holders',
  LikenessObserved: 'likeness',
  WebsiteObserved: 'website',
  VolumePlaceObserved: 'place',
} as const satisfies Record<Answer['kind'], string>;

const NO_TURN: ReadonlySet<Answer['kind']> = new Set([
  'MetadataResolved',
  'WebsiteObserved',
  'VolumePlaceObserved',
]);

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
  if (isPassedBy(world, answer)) return;
  world.answeredAt[ASKED_BY_KIND[answer.kind]] = now;
  world.lookedAt = null;
  takeAnswer(partition, token, world, answer, now);
  // Of holders, its mint, of what is paid for it, and of what is said of it a list may follow.
  const isTurn = !NO_TURN.has(answer.kind);
  if (isTurn || token.isShown) measureSoon(partition, token, now, { isNews: false, isTurn });
}

/** As if nobody had answered: it is asked again. */
const isPassedBy = (world: World, answer: Answer): boolean =>
  (answer.kind === 'MintObserved' && isOutdated(world, answer)) ||
  (answer.kind === 'SocialObserved' && isOfOtherAccounts(world, answer)) ||
  (answer.kind === 'LikenessObserved' && isOfOtherDocument(world, answer)) ||
  (answer.kind === 'WebsiteObserved' && answer.website !== world.website);

function takeAnswer(partition: Partition, token: Token, world: World, answer: Answer, now: number): void {
  const { state } = token;
  switch (answer.kind) {
    case 'MetadataResolved':
      takeMetadata(partition, token, world, answer, now);
      return;
    case 'TokenBoosted':
      world.boosts = answer.boosts;
      world.hasPaidProfile = answer.hasPaidProfile;
      return;
    case 'SocialObserved':
      takeSocial(state, world, answer);
      return;
    case 'MintObserved':
      takeMint(state, world, answer);
      return;
    case 'HoldersObserved':
      tellSupplyAt(state, answer.supply, answer.supplySlot ?? answer.observedSlot);
      noteHolders(partition, token, answer);
      return;
    case 'LikenessObserved':
      takeLikeness(world, answer);
      return;
    case 'WebsiteObserved':
      // One that keeps strangers out for once is what it was.
      world.doesWebsiteAnswer = answer.doesAnswer ?? world.doesWebsiteAnswer;
      return;
    case 'VolumePlaceObserved':
      world.volumePlace = { place: answer.place, untilAt: answer.untilAt };
  }
}

function takeMetadata(
  partition: Partition,
  { state }: Token,
  world: World,
  answer: MetadataResolved,
  now: number,
): void {
  // What was read once stays known while its server is away.
  if (answer.documentSha256 === null && world.documentSha256 !== null) return;
  const { twitter, telegram, description = null, documentSha256, pictureSha256 } = world;
  const picture = pictureOrFailure(world);
  if (answer.documentSha256 !== null) {
    world.pictureSha256 = pictureAfter(world, answer);
    world.documentSha256 = answer.documentSha256;
    world.twitter = twitterHandleOf(answer.twitter);
    world.telegram = telegramHandleOf(answer.telegram);
    world.document = documentOf(answer);
    world.description = answer.description?.trim() || null;
    takeWebsite(world, answer);
    if (documentSha256 !== null) forgetAccounts(world, { twitter, telegram });
    forgetLikeness(world, { pictureSha256, twitter });
  }
  world.pictureFailure = answer.failure ?? answer.pictureFailure;
  const isOther =
    picture !== pictureOrFailure(world) ||
    twitter !== world.twitter ||
    telegram !== world.telegram ||
    description !== (world.description ?? null);
  if (isOther) describe(partition, state, answer.id, Math.max(now, state.touchedAt));
}

/** Of another one nothing is known, and it is asked at once. */
function takeWebsite(world: World, { website }: MetadataResolved): void {
  const named = website !== null && website.trim() !== '' ? website : null;
  if (named === world.website) return;
  world.website = named;
  world.doesWebsiteAnswer = null;
  world.askedAt.website = null;
  world.answeredAt.website = null;
}

/** Links are named where the document has a text for them, wherever they lead. */
const documentOf = ({ twitter, telegram, website, description }: MetadataResolved): World['document'] => {
  const isNamed = (link: string | null) => link !== null && link.trim() !== '';
  const text = (description ?? '').trim();
  return {
    hasTwitter: isNamed(twitter),
    hasTelegram: isNamed(telegram),
    hasWebsite: isNamed(website),
    descriptionCharacters: text.length,
    namesUse: namesUse(text),
  };
};

/** Its hash, or why there is none. */
const pictureOrFailure = ({ pictureSha256, pictureFailure = null }: World): string | null =>
  pictureSha256 ?? pictureFailure;

/** A picture that cannot be had now stays known, unless another document names none, or one that is refused for what it is. */
function pictureAfter({ documentSha256, pictureSha256 }: World, answer: MetadataResolved): string | null {
  if (answer.pictureSha256 !== null) return answer.pictureSha256;
  const isAway = answer.pictureFailure !== null && ON_THE_WAY.has(answer.pictureFailure);
  return isAway || answer.documentSha256 === documentSha256 ? pictureSha256 : null;
}

/** Behind every fact of the slot whose state the node told. */
function noteHolders(
  partition: Partition,
  token: Token,
  { observedSlot, accounts: largest }: HoldersObserved,
): void {
  const position = positionOf({ slot: observedSlot, ...SLOT_END, inner: 0 });
  for (const { account, owner, amount } of largest)
    if (owner !== null) noteAccount(partition, token, { account, owner, amount, position });
}
