/** Prices, profiles, boosts and talk, asked of a market that stands still. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toBase58, USDC, WRAPPED_SOL } from '../addresses.js';
import type { Coin } from '../coin.js';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import type { PublicMarket } from '../public-market.js';
import { clockOf } from '../slot-clock.js';
import type { Answer } from './answer.js';
import { metadataOf } from './coin-metadata.js';
import { serveDexScreener } from './dexscreener.js';
import { servePrices, solPriceUsd } from './prices.js';
import { serveTelegram, serveX } from './social.js';

const SEED = 7;
const HOUR_MS = 3_600_000;
const played = new Market({ seed: SEED, startSlot: clockOf().slotAt(BOUNDED_START_MS), activity: () => 1 });
let coins: Coin[];
/** The same market seen later, when what is paid for has been paid for. */
let market: PublicMarket;
beforeAll(() => {
  for (let slots = 0; slots < 600; slots++) played.next();
  // Every launch has drawn a crowd: what is paid for then depends on nothing else.
  const traders = new Map(Array.from({ length: 1_000 }, (_, index) => [`${index}`, `${index}`]));
  coins = [...played.coins()].map((coin) => ({ ...coin, traders }));
  market = {
    label: played.label,
    ledger: played.ledger,
    newestSlot: played.newestSlot,
    nowMs: played.nowMs + HOUR_MS,
    recentTransactions: null,
    coin: (mint) => coins.find((coin) => coin.mint === mint) ?? null,
    coins: () => coins,
    socialOf: (mint) =>
      played.coin(mint) && { postsByMinute: [3, 0, 5, 1], followers: 1_000, isVerified: false },
  };
}, 180_000);

const ask = (path: string, headers = {}) => ({
  method: 'GET',
  url: new URL(path, 'http://localhost'),
  headers,
  body: '',
});
const bodyOf = (answer: Answer | null) => JSON.parse(String(answer?.body));
const authorised = { authorization: 'Bearer token' };

describe('prices', () => {
  const prices = (...ids: string[]) => bodyOf(servePrices(ask(`/price/v3?ids=${ids}`), market, SEED));

  it('of SOL are a function of seed and time, and wander little in a minute', () => {
    const now = BOUNDED_START_MS;
    expect(solPriceUsd(SEED, now)).toBe(solPriceUsd(SEED, now));
    expect(solPriceUsd(SEED + 1, now)).not.toBe(solPriceUsd(SEED, now));
    for (let minute = 0; minute < 1_000; minute++) {
      const [before, after] = [minute, minute + 1].map((at) => solPriceUsd(SEED, now + at * 60_000));
      expect(Math.abs(after! / before! - 1)).toBeLessThan(0.01);
    }
  });

  it('of launches follow from their reserves, in dollars of their quote', () => {
    const [sol, usdc] = [toBase58(WRAPPED_SOL), toBase58(USDC)];
    const solUsd = solPriceUsd(SEED, market.nowMs);
    expect(prices(sol, usdc)).toMatchObject({
      [sol]: { usdPrice: solUsd, decimals: 9 },
      [usdc]: { usdPrice: 1 },
    });
    const fresh = coins.find(({ quote, pool }) => quote.mint === WRAPPED_SOL && !pool)!;
    const { virtualQuote, virtualTokens } = fresh.curve;
    const inSol = Number(virtualQuote) / 1e9 / (Number(virtualTokens) / 1e6);
    expect(prices(toBase58(fresh.mint))[toBase58(fresh.mint)].usdPrice).toBeCloseTo(inSol * solUsd, 12);
  });

  it('of anything else are left out', () => {
    expect(prices('x', toBase58(Buffer.alloc(32, 9).toString('latin1')))).toEqual({});
    expect(servePrices(ask('/price/v3'), market, SEED)?.status).toBe(400);
    expect(servePrices(ask(`/price/v3?ids=${'x,'.repeat(51)}`), market, SEED)?.status).toBe(400);
  });
});

describe('DexScreener', () => {
  // As documented at docs.dexscreener.com/api/reference.
  const Profile = z.strictObject({
    url: z.url(),
    chainId: z.string(),
    tokenAddress: z.string(),
    icon: z.url(),
    header: z.url().nullish(),
    description: z.string().nullish(),
    links: z
      .array(z.strictObject({ type: z.string().nullish(), label: z.string().nullish(), url: z.url() }))
      .nullish(),
  });
  const Boost = z.strictObject({ ...Profile.shape, amount: z.number(), totalAmount: z.number() });
  const list = (path: string) => bodyOf(serveDexScreener(ask(path), { seed: SEED, market }));

  it('lists profiles of launches, their links those of their documents, among other chains', () => {
    const profiles = Profile.array().min(1).max(30).parse(list('/token-profiles/latest/v1'));
    const ours = profiles.filter(({ chainId }) => chainId === 'solana');
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.length).toBeLessThan(profiles.length);
    for (const { tokenAddress, links } of ours) {
      const coin = coins.find(({ mint }) => toBase58(mint) === tokenAddress)!;
      const { website, twitter, telegram } = metadataOf(coin)!.document;
      const expected = [website, twitter, telegram].filter((url) => url !== undefined);
      expect((links ?? []).map(({ url }) => url)).toEqual(expected);
    }
  });

  it('lists boosts, the most boosted first, whose sums are of whole packs', () => {
    const top = Boost.array().parse(list('/token-boosts/top/v1'));
    const totals = top.map(({ totalAmount }) => totalAmount);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    for (const { amount, totalAmount } of Boost.array().min(1).parse(list('/token-boosts/latest/v1'))) {
      expect([10, 30, 50, 100, 500]).toContain(amount);
      expect(totalAmount % 10).toBe(0);
    }
    expect(list('/token-boosts/top/v1')).toEqual(list('/token-boosts/top/v1'));
  });

  it('says what was paid for a token, and serves its icon', () => {
    const profiles = Profile.array().parse(list('/token-profiles/latest/v1'));
    const { tokenAddress, icon } = profiles.find(({ chainId }) => chainId === 'solana')!;
    expect(list(`/orders/v1/solana/${tokenAddress}`)).toMatchObject([
      { type: 'tokenProfile', status: 'approved' },
    ]);
    expect(list(`/orders/v1/solana/${toBase58(USDC)}`)).toEqual([]);
    const picture = serveDexScreener(ask(new URL(icon).pathname), { seed: SEED, market });
    expect(picture?.headers['content-type']).toBe('image/png');
  });
});

describe('X and Telegram', () => {
  const withX = () => coins.find((coin) => metadataOf(coin)?.document.twitter)!;
  const get = (path: string) => bodyOf(serveX(ask(path, authorised), market));

  it.each(['minute', 'hour', 'day'])('posts are counted by %s, and sum up', (granularity) => {
    const mint = toBase58(coins[0]!.mint);
    const { data, meta } = get(`/2/tweets/counts/recent?query=${mint}&granularity=${granularity}`);
    const counts = data as { start: string; end: string; tweet_count: number }[];
    expect(meta.total_tweet_count).toBe(9);
    expect(counts.reduce((sum, { tweet_count }) => sum + tweet_count, 0)).toBe(9);
    counts.slice(1).forEach(({ start }, index) => {
      expect(start).toBe(counts[index]!.end);
    });
  });

  it.each([
    ['the last day', -24 * HOUR_MS, 24],
    ['a time that this market has not reached', HOUR_MS, 7 * 24],
  ])('are counted since %s', (_, fromMs, hours) => {
    const start = new Date(market.nowMs + fromMs).toISOString();
    const { data } = get(`/2/tweets/counts/recent?query=${toBase58(coins[0]!.mint)}&start_time=${start}`);
    const [first] = data as { start: string }[];
    expect(Date.parse(first!.start)).toBe(market.nowMs - hours * HOUR_MS);
  });

  it('are counted by nothing else', () => {
    const mint = toBase58(coins[0]!.mint);
    for (const granularity of ['second', 'constructor', '__proto__']) {
      const path = `/2/tweets/counts/recent?query=${mint}&granularity=${granularity}`;
      const answer = serveX(ask(path, authorised), market);
      expect(answer?.status).toBe(400);
      expect(bodyOf(answer).errors[0].message).toContain('[minute,hour,day]');
    }
  });

  it('an account that a document names is there, another is not, and nobody asks without a token', () => {
    const handle = metadataOf(withX())!.handle;
    expect(get(`/2/users/by/username/${handle}`).data).toMatchObject({
      username: handle,
      verified: false,
      public_metrics: { followers_count: 1_000 },
    });
    expect(get('/2/users/by/username/nobody').errors[0].title).toBe('Not Found Error');
    expect(serveX(ask('/2/users/by/username/nobody'), market)?.status).toBe(401);
  });

  it('an account is that of the oldest launch that names it, and opens no document of another name', () => {
    const opened = new Set<string>();
    const counted = coins.map((coin) => ({
      ...coin,
      get uri() {
        opened.add(coin.name);
        return coin.uri;
      },
    }));
    const asked = { ...market, coins: () => counted };
    for (const coin of coins.filter((candidate) => metadataOf(candidate)?.document.twitter).slice(0, 50)) {
      const { handle } = metadataOf(coin)!;
      const oldest = coins.find((candidate) => {
        const metadata = metadataOf(candidate);
        return metadata?.handle === handle && metadata.document.twitter;
      })!;
      opened.clear();
      const path = `/2/users/by/username/${handle}`;
      expect(bodyOf(serveX(ask(path, authorised), asked)).data.name).toBe(oldest.name);
      expect(opened.size).toBeLessThan(5);
    }
  });

  it('a group has members, another chat is not found', () => {
    const coin = coins.find((candidate) => metadataOf(candidate)?.document.telegram)!;
    const handle = metadataOf(coin)!.handle;
    const count = (chat: string) =>
      bodyOf(serveTelegram(ask(`/bot1:x/getChatMemberCount?chat_id=@${chat}`), market));
    expect(count(handle)).toMatchObject({ ok: true, result: expect.any(Number) });
    expect(count('nobody')).toMatchObject({ ok: false, error_code: 400 });
  });
});

it('no service looks behind the public market', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  expect(sources.length).toBeGreaterThan(8);
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8');
    expect(text.match(/from '[^']*(agents|truth)[^']*'/g) ?? [], name).toEqual([]);
    expect(text.match(/from '\.\.\/market\.js'/g) ?? [], name).toEqual([]);
  }
});

it('talk of the market itself never changes its past', () => {
  const coin = [...played.coins()].reduce((most, other) =>
    other.traders.size > most.traders.size ? other : most,
  );
  const before = played.socialOf(coin.mint)!.postsByMinute;
  for (let slots = 0; slots < 600; slots++) played.next();
  const after = played.socialOf(coin.mint)!.postsByMinute;
  expect(after.length).toBeGreaterThan(before.length);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
});
