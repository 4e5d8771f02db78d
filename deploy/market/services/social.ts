import { Random } from '@cryptonite/provider/random.js';
import type { Coin } from '../coin.js';
import { Memo } from '../memo.js';
import type { PublicMarket } from '../public-market.js';
import { type Answer, type Ask, json } from './answer.js';
import { metadataOf } from './coin-metadata.js';
import { slugOf } from './metadata.js';
import { readAddress } from './read-address.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const GRANULARITY_MS: ReadonlyMap<string, number> = new Map([
  ['minute', MINUTE_MS],
  ['hour', HOUR_MS],
  ['day', DAY_MS],
]);
const RECENT_MS = 7 * DAY_MS;

/** X's API version 2: `/2/tweets/counts/recent?query=<mint>` and `/2/users/by/username/<handle>`. */
export function serveX({ url, headers }: Ask, market: PublicMarket): Answer | null {
  const [, handle] = /^\/2\/users\/by\/username\/(\w{1,15})$/.exec(url.pathname) ?? [];
  if (handle === undefined && url.pathname !== '/2/tweets/counts/recent') return null;
  if (!/^Bearer \S+$/.test(String(headers.authorization ?? '')))
    return json(401, { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' });
  return handle === undefined ? countPosts(url.searchParams, market) : showUser(handle, market);
}

/** Posts that name a mint, of seven days or since `start_time`, in steps of `granularity`; of other queries nobody says anything. */
function countPosts(query: URLSearchParams, market: PublicMarket): Answer {
  const asked = query.get('query');
  const granularity = query.get('granularity') ?? 'hour';
  const stepMs = GRANULARITY_MS.get(granularity);
  if (!asked) return invalidRequest('The `query` query parameter is missing');
  if (stepMs === undefined)
    return invalidRequest(
      `The \`granularity\` query parameter value [${granularity}] is not one of [${[...GRANULARITY_MS.keys()]}]`,
    );
  const mint = asked
    .split(/[\s"]+/)
    .map(readAddress)
    .find((key) => key !== null);
  const coin = mint === undefined ? null : market.coin(mint);
  const posts = coin ? (market.socialOf(coin.mint)?.postsByMinute ?? []) : [];
  const endMs = market.nowMs;
  const wantedMs = Date.parse(query.get('start_time') ?? '');
  // A market that plays another day than today's is asked by today's clock: a start ahead of it is none.
  const isWithin = wantedMs < endMs && wantedMs > endMs - RECENT_MS;
  const data: { end: string; start: string; tweet_count: number }[] = [];
  const total = { tweets: 0 };
  for (let startMs = isWithin ? wantedMs : endMs - RECENT_MS; startMs < endMs; ) {
    const nextMs = Math.min((Math.floor(startMs / stepMs) + 1) * stepMs, endMs);
    const tweets = coin ? postsBetween(posts, coin.createdAtMs, startMs, nextMs) : 0;
    data.push({ end: timeText(nextMs), start: timeText(startMs), tweet_count: tweets });
    total.tweets += tweets;
    startMs = nextMs;
  }
  return json(200, { data, meta: { total_tweet_count: total.tweets } });
}

/** Posts of the minutes that begin within a span. */
function postsBetween(posts: readonly number[], createdAtMs: number, startMs: number, endMs: number): number {
  const first = Math.max(0, Math.ceil((startMs - createdAtMs) / MINUTE_MS));
  const end = Math.ceil((endMs - createdAtMs) / MINUTE_MS);
  let count = 0;
  for (let minute = first; minute < end && minute < posts.length; minute++) count += posts[minute] ?? 0;
  return count;
}

function showUser(handle: string, market: PublicMarket): Answer {
  const coin = coinOfHandle(handle, market, 'twitter');
  const signal = coin && market.socialOf(coin.mint);
  if (!coin || !signal) {
    const error = {
      value: handle,
      detail: `Could not find user with username: [${handle}].`,
      title: 'Not Found Error',
      resource_type: 'user',
      parameter: 'username',
      resource_id: handle,
      type: 'https://api.twitter.com/2/problems/resource-not-found',
    };
    return json(200, { errors: [error] });
  }
  const random = new Random(`x account ${handle}`);
  const openedMs = coin.createdAtMs - random.lognormal(2, 2) * DAY_MS;
  const data = {
    id: String(1_900_000_000_000_000_000n + BigInt(random.next())),
    name: coin.name,
    username: handle,
    created_at: timeText(openedMs),
    verified: signal.isVerified,
    verified_type: signal.isVerified ? 'blue' : 'none',
    public_metrics: {
      followers_count: signal.followers,
      following_count: random.below(200),
      tweet_count: random.below(400),
      listed_count: Math.floor(signal.followers / 500),
    },
  };
  return json(200, { data });
}

/** Telegram's bot API: `/bot<token>/getChatMemberCount?chat_id=@<handle>`. */
export function serveTelegram({ url }: Ask, market: PublicMarket): Answer | null {
  if (!/^\/bot[^/]+\/getChatMemberCount$/.test(url.pathname)) return null;
  const handle = url.searchParams.get('chat_id')?.replace(/^@/, '') ?? '';
  const coin = coinOfHandle(handle, market, 'telegram');
  const signal = coin && market.socialOf(coin.mint);
  if (!signal) return json(400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' });
  const share = new Random(`telegram group ${handle}`).lognormal(0.4, 0.8);
  return json(200, { ok: true, result: Math.round(signal.followers * share) });
}

const slugs = new Memo(25_000, slugOf);

/** The oldest launch whose document names the account: copycats point at it too. */
function coinOfHandle(handle: string, market: PublicMarket, network: 'twitter' | 'telegram'): Coin | null {
  const slug = handle.slice(0, handle.lastIndexOf('_'));
  for (const coin of market.coins()) {
    // A handle begins with the name: opening every launch's document would take half a second.
    if (slugs.get(coin.name) !== slug) continue;
    const metadata = metadataOf(coin);
    if (metadata?.handle === handle && metadata.document[network]) return coin;
  }
  return null;
}

const timeText = (timeMs: number): string => new Date(timeMs).toISOString();

const invalidRequest = (message: string): Answer =>
  json(400, {
    errors: [{ parameters: {}, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: 'https://api.twitter.com/2/problems/invalid-request',
  });
