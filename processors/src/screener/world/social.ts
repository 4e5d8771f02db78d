/** What is said of a token, and by whom. */
import type { SocialObserved } from '@cryptonite/contracts/events';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { POST_COUNTS_MOST, type TokenCore, type World } from '@cryptonite/contracts/states';

type Social = NonNullable<World['social']>;

const NO_ACCOUNT = {
  accountExists: null,
  isVerified: null,
  isVerifiedAt: null,
  followers: null,
  accountCreatedAt: null,
};
const NOTHING: Social = {
  ...NO_ACCOUNT,
  posts1h: null,
  posts1hAt: null,
  posts24h: null,
  posts24hAt: null,
  telegramMembers: null,
};

/** Whether an answer is about accounts that the document does not name, of a token whose document was read. */
export const isOfOtherAccounts = (
  { documentSha256, twitter, telegram }: World,
  { twitterHandle, telegramHandle }: SocialObserved,
): boolean =>
  documentSha256 !== null &&
  ((twitterHandle !== null && twitterHandle !== twitter) ||
    (telegramHandle !== null && telegramHandle !== telegram));

/** What the answer does not tell stays as it was told, but of an account that is there no more. */
export function takeSocial(
  { createdAt }: Pick<TokenCore, 'createdAt'>,
  world: World,
  answer: SocialObserved,
): void {
  const isGone = answer.accountExists === false;
  const known = { ...(world.social ?? NOTHING), ...(isGone && NO_ACCOUNT) };
  const { posts1h, posts24h, isVerified } = answer;
  world.social = {
    posts1h: posts1h ?? known.posts1h,
    posts1hAt: posts1h === null ? known.posts1hAt : answer.time,
    posts24h: posts24h ?? known.posts24h,
    posts24hAt: posts24h === null ? known.posts24hAt : answer.time,
    accountExists: answer.accountExists ?? known.accountExists,
    isVerified: isVerified ?? known.isVerified,
    isVerifiedAt: isVerified === null ? known.isVerifiedAt : answer.time,
    followers: answer.followers ?? known.followers,
    accountCreatedAt: answer.accountCreatedAt ?? known.accountCreatedAt,
    telegramMembers: answer.telegramMembers ?? known.telegramMembers,
  };
  if (createdAt === null || answer.time - createdAt >= WINDOW_MS.h1) return;
  const counts = known.postsOfFirstHour ?? [];
  world.social.postsOfFirstHour =
    posts24h === null || counts.length === POST_COUNTS_MOST
      ? counts
      : [...counts, { at: answer.time, posts: posts24h }];
}

/**
 * Posts of the last hour over those of an average hour of the last 24 h, or of its life where that is shorter. In its first
 * hour the rate of posts since the newest count up to the middle of its life, over the rate before it. Null where its launch
 * was not seen, without posts, and where no such count is known.
 */
export function postGrowthAt(
  { createdAt }: Pick<TokenCore, 'createdAt'>,
  world: World,
  now: number,
): number | null {
  if (createdAt === null) return null;
  if (now - createdAt < WINDOW_MS.h1)
    return growthOfFirstHour(createdAt, world.social?.postsOfFirstHour ?? []);
  const { posts1h, posts24h } = saidOfLate(world, now);
  if (posts1h === null || posts24h === null || posts24h === 0) return null;
  const hours = Math.min(now - createdAt, WINDOW_MS.h24) / WINDOW_MS.h1;
  return (posts1h * hours) / posts24h;
}

function growthOfFirstHour(
  createdAt: number,
  counts: NonNullable<Social['postsOfFirstHour']>,
): number | null {
  const newest = counts.at(-1);
  if (newest === undefined) return null;
  const middle = createdAt + (newest.at - createdAt) / 2;
  const earlier = counts.findLast(({ at }) => at <= middle);
  if (earlier === undefined || earlier.posts === 0 || earlier.at <= createdAt) return null;
  const rate = Math.max(0, newest.posts - earlier.posts) / (newest.at - earlier.at);
  return rate / (earlier.posts / (earlier.at - createdAt));
}

/** The document names other accounts than the one that was read before. */
export function forgetAccounts(world: World, before: Pick<World, 'twitter' | 'telegram'>): void {
  if (!world.social) return;
  if (before.twitter !== world.twitter) Object.assign(world.social, NO_ACCOUNT);
  if (before.telegram !== world.telegram) world.social.telegramMembers = null;
}

/** Posts say nothing any more of an hour, or a day, that is over; nor does a verification of a day ago. */
export function saidOfLate(
  { social }: Pick<World, 'social'>,
  now: number,
): Pick<Social, 'posts1h' | 'posts24h' | 'isVerified'> {
  const { posts1h, posts1hAt, posts24h, posts24hAt, isVerified, isVerifiedAt } = social ?? NOTHING;
  const isOver = (at: number | null | undefined, windowMs: number) => at == null || now - at >= windowMs;
  return {
    posts1h: isOver(posts1hAt, WINDOW_MS.h1) ? null : posts1h,
    posts24h: isOver(posts24hAt, WINDOW_MS.h24) ? null : posts24h,
    isVerified: isOver(isVerifiedAt, WINDOW_MS.h24) ? null : isVerified,
  };
}
