/** What a token has in common with others, and what follows from what was not found. */
import type { LikenessObserved, LikeToken } from '@cryptonite/contracts/events';
import { countedOf, FOUND_FROM, LIKENESS_WITHIN_MS, nameKeyOf } from '@cryptonite/contracts/rules';
import type { TokenCore, World } from '@cryptonite/contracts/states';

type Likeness = NonNullable<World['likeness']>;

/** Whether an answer is about a picture or an account that its document does not name any more. */
export const isOfOtherDocument = (
  { pictureSha256, twitter }: World,
  answer: Pick<LikenessObserved, 'pictureSha256' | 'twitterHandle'>,
): boolean => answer.pictureSha256 !== pictureSha256 || answer.twitterHandle !== twitter;

/** What was told of another picture or account says nothing any more: it is asked anew. */
export function forgetLikeness(
  world: World,
  before: { pictureSha256: string | null; twitter: string | null },
): void {
  if (!isOfOtherDocument(world, { pictureSha256: before.pictureSha256, twitterHandle: before.twitter }))
    return;
  world.likeness = null;
  world.askedAt.likeness = null;
}

export function takeLikeness(world: World, answer: LikenessObserved): void {
  const { sinceAt, untilAt, theme, launchesNamingAccount, mintsNamingAccount } = answer;
  world.likeness = {
    sinceAt,
    untilAt,
    sameName: likeOf(answer.sameName),
    samePicture: likeOf(answer.samePicture),
    themeAt: theme?.at ?? null,
    launchesNamingAccount,
    mintsNamingAccount,
  };
}

const likeOf = (like: LikeToken | null): Likeness['sameName'] =>
  like && { mint: like.mint, signature: like.signature };

/** What was not found in less than a day is not known. */
const isDaySeen = ({ sinceAt, untilAt }: Likeness): boolean => untilAt - sinceAt >= LIKENESS_WITHIN_MS;

const foundOf = (likeness: Likeness, like: Likeness['sameName']): boolean | null =>
  like !== null ? true : isDaySeen(likeness) ? false : null;

export type Copied = {
  isNameOfAnother: boolean | null;
  isPictureOfAnother: boolean | null;
  launchesNamingAccount: number | null;
};
const UNTOLD: Copied = { isNameOfAnother: null, isPictureOfAnother: null, launchesNamingAccount: null };

export function copiedOf({ world, name, symbol }: Pick<TokenCore, 'world' | 'name' | 'symbol'>): Copied {
  const likeness = world?.likeness ?? null;
  if (world === undefined || likeness === null) return UNTOLD;
  const { sameName, samePicture, launchesNamingAccount: launches } = likeness;
  const isNamed = sameName !== null || nameKeyOf({ name, symbol }) !== null;
  return {
    isNameOfAnother: isNamed ? foundOf(likeness, sameName) : null,
    isPictureOfAnother: world.pictureSha256 === null ? null : foundOf(likeness, samePicture),
    launchesNamingAccount:
      launches === null ? null : countedOf(launches, isDaySeen(likeness), FOUND_FROM.launchesNamingAccount),
  };
}

/** Of the day before its launch. A copy shares no theme. */
export function themeOf({ world, createdAt }: Pick<TokenCore, 'world' | 'createdAt'>): {
  sharesTheme: boolean | null;
  themeAgeMs: number | null;
} {
  const likeness = world?.likeness ?? null;
  if (likeness === null || createdAt === null) return { sharesTheme: null, themeAgeMs: null };
  const { sameName, samePicture, themeAt, sinceAt } = likeness;
  const isCopy = sameName !== null || samePicture !== null;
  const ageMs = themeAt === null ? -1 : createdAt - themeAt;
  if (!isCopy && ageMs >= 0 && ageMs < LIKENESS_WITHIN_MS) return { sharesTheme: true, themeAgeMs: ageMs };
  const isSeen = isCopy || sinceAt <= createdAt - LIKENESS_WITHIN_MS;
  return { sharesTheme: isSeen ? false : null, themeAgeMs: null };
}

/** The others, and the transactions that show them. */
export function evidenceOfLikeness(
  likeness: World['likeness'],
  name: 'sameName' | 'samePicture' | 'sharedAccount',
): string[] {
  if (!likeness) return [];
  if (name === 'sharedAccount') return likeness.mintsNamingAccount;
  const like = likeness[name];
  if (like === null) return [];
  return like.signature === null ? [like.mint] : [like.mint, like.signature];
}
