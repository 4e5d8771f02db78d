/** Answers of X's API v2: https://docs.x.com/x-api */
import { z } from 'zod';
import { FetchFailed } from '../fetch/guard.js';

const HOUR_MS = 60 * 60_000;

const Moment = z.iso.datetime().transform((text) => Date.parse(text));
const Count = z.int().nonnegative();

/** Seven days by minutes are 10,081 pieces. */
const Counts = z.object({
  data: z.array(z.object({ start: Moment, end: Moment, tweet_count: Count })).max(11_000),
});

/** Posts of the hour and of the 24 hours before the newest piece's end, to the piece. */
export function readPosts(value: unknown): { posts1h: number; posts24h: number } {
  const { data } = Counts.safeParse(value);
  if (!data) throw new FetchFailed('wrong-shape', 'what X says of posts is not counts');
  const pieces = data.data;
  const newest = pieces.reduce((latest, { end }) => Math.max(latest, end), 0);
  const within = (spanMs: number) =>
    pieces.reduce((sum, { start, tweet_count }) => sum + (start >= newest - spanMs ? tweet_count : 0), 0);
  return { posts1h: within(HOUR_MS), posts24h: within(24 * HOUR_MS) };
}

const Account = z.object({
  data: z.object({
    created_at: Moment.nullish(),
    verified: z.boolean().nullish(),
    public_metrics: z.object({ followers_count: Count.nullish() }).nullish(),
  }),
});
const NoAccount = z.object({ errors: z.array(z.object({ title: z.string() })).min(1) });

export type AccountOnX = {
  accountExists: boolean;
  isVerified: boolean | null;
  followers: number | null;
  accountCreatedAt: number | null;
};

/** An account that is suspended is there, and nothing is told of it. */
export function readAccount(value: unknown): AccountOnX {
  const { data: account } = Account.safeParse(value);
  if (account) {
    const { created_at, verified, public_metrics } = account.data;
    return {
      accountExists: true,
      isVerified: verified ?? null,
      followers: public_metrics?.followers_count ?? null,
      accountCreatedAt: created_at ?? null,
    };
  }
  const { data: none } = NoAccount.safeParse(value);
  if (!none) throw new FetchFailed('wrong-shape', 'what X says of an account is none');
  const accountExists = none.errors.every(({ title }) => title !== 'Not Found Error');
  return { accountExists, isVerified: null, followers: null, accountCreatedAt: null };
}
