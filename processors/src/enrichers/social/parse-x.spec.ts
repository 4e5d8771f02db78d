import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchFailed } from '../fetch/guard.js';
import { readAccount, readPosts } from './parse-x.js';

const END = Date.UTC(2026, 9, 8, 14, 10, 30);
const MINUTE = 60_000;
const text = (timeMs: number) => new Date(timeMs).toISOString();

/** By minutes as X cuts them: the last piece is the minute under way. */
const counts = (minutes: number, posts: (minutesAgo: number) => number) => ({
  data: Array.from({ length: minutes }, (_, minutesAgo) => {
    const start = Math.floor(END / MINUTE) * MINUTE - minutesAgo * MINUTE;
    return { start: text(start), end: text(Math.min(start + MINUTE, END)), tweet_count: posts(minutesAgo) };
  }).reverse(),
  meta: { total_tweet_count: 0 },
});

it('counts the posts of the last hour and of the last day', () => {
  expect(readPosts(counts(10_080, () => 1))).toEqual({ posts1h: 60, posts24h: 1_440 });
  const early = counts(2_000, (minutesAgo) => (minutesAgo === 61 || minutesAgo === 1_500 ? 5 : 0));
  expect(readPosts(early)).toEqual({ posts1h: 0, posts24h: 5 });
  expect(readPosts({ data: [] })).toEqual({ posts1h: 0, posts24h: 0 });
});

it('reads an account, and that there is none', () => {
  const data = {
    created_at: '2020-01-02T03:04:05.000Z',
    verified: true,
    public_metrics: { followers_count: 12 },
  };
  expect(readAccount({ data })).toEqual({
    accountExists: true,
    isVerified: true,
    followers: 12,
    accountCreatedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
  });
  const unknown = { isVerified: null, followers: null, accountCreatedAt: null };
  expect(readAccount({ errors: [{ title: 'Not Found Error' }] })).toEqual({
    accountExists: false,
    ...unknown,
  });
  expect(readAccount({ errors: [{ title: 'Forbidden' }] })).toEqual({ accountExists: true, ...unknown });
  expect(readAccount({ data: {} })).toEqual({ accountExists: true, ...unknown });
});

it('of any JSON reads what is there, or says that it is none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const read of [readPosts, readAccount])
        try {
          read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(FetchFailed);
        }
    }),
    { seed: 17 },
  );
});
