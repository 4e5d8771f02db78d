import { createHash } from 'node:crypto';
import { Random } from '@cryptonite/provider/random.js';
import { toBase58 } from '../addresses.js';
import type { Coin } from '../coin.js';
import type { PublicMarket } from '../public-market.js';
import { type Answer, type Ask, json, text } from './answer.js';
import { metadataOf } from './coin-metadata.js';
import { drawPicture } from './draw-picture.js';
import { readAddress } from './read-address.js';

/** The packs that are sold, in boosts, the cheapest most often. */
const PACKS = [10, 10, 10, 10, 30, 30, 50, 100, 500] as const;

const MINUTE_MS = 60_000;
const MOST_LISTED = 30;
/** How long a boost counts. */
const BOOST_LIFE_MS = 24 * 60 * MINUTE_MS;

interface Purchases {
  profileAtMs: number;
  boosts: readonly { atMs: number; amount: number }[];
}

/** What somebody means to pay for a launch, if so many traders come. */
interface Plan extends Purchases {
  crowd: number;
}

const plans = new WeakMap<Coin, Plan>();

/**
 * A function of seed and mint: a profile, seldom boosts, some minutes after the creation. One launch in fifty is paid
 * for whatever becomes of it, the others once they have found their crowd.
 */
function planOf(seed: number, coin: Coin): Plan {
  let plan = plans.get(coin);
  if (plan) return plan;
  const random = new Random(`dexscreener ${seed}:${toBase58(coin.mint)}`);
  const crowd = random.chance(0.02) ? 0 : random.lognormal(120, 0.7);
  const profileAtMs = coin.createdAtMs + random.lognormal(9, 0.9) * MINUTE_MS;
  const boosts: { atMs: number; amount: number }[] = [];
  let atMs = profileAtMs;
  while (random.chance(0.55)) {
    atMs += random.lognormal(20, 1) * MINUTE_MS;
    boosts.push({ atMs, amount: random.pick(PACKS) });
  }
  plan = { crowd, profileAtMs, boosts };
  plans.set(coin, plan);
  return plan;
}

/** What has been paid so far; null for nothing. */
function purchasesOf({ seed, market: { nowMs } }: Scope, coin: Coin): Purchases | null {
  const { crowd, profileAtMs, boosts } = planOf(seed, coin);
  if (nowMs < profileAtMs || coin.traders.size < crowd) return null;
  return { profileAtMs, boosts: boosts.filter(({ atMs }) => atMs <= nowMs) };
}

interface Scope {
  seed: number;
  market: PublicMarket;
}

interface Boosted {
  item: object;
  atMs: number;
  total: number;
}

/**
 * DexScreener's public API: `/token-profiles/latest/v1`, `/token-boosts/latest/v1`, `/token-boosts/top/v1`,
 * `/orders/v1/solana/<mint>`, and the icons that they name. A quarter of what is listed is of other chains.
 */
export function serveDexScreener({ url }: Ask, scope: Scope): Answer | null {
  switch (url.pathname) {
    case '/token-profiles/latest/v1':
      return json(200, latestProfiles(scope));
    case '/token-boosts/latest/v1':
      return json(
        200,
        list(boostsOf(scope), ({ atMs }) => atMs),
      );
    case '/token-boosts/top/v1':
      return json(
        200,
        list(boostsOf(scope), ({ total }) => total),
      );
  }
  const [, order] = /^\/orders\/v1\/solana\/(\w+)$/.exec(url.pathname) ?? [];
  if (order !== undefined) return serveOrders(order, scope);
  const [, icon] = /^\/ds-data\/tokens\/solana\/(\w+)\.png$/.exec(url.pathname) ?? [];
  return icon === undefined ? null : serveIcon(icon, scope);
}

const list = (entries: Boosted[], rank: (entry: Boosted) => number): object[] =>
  entries
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MOST_LISTED)
    .map(({ item }) => item);

function latestProfiles(scope: Scope): object[] {
  const entries: Boosted[] = [];
  for (const coin of scope.market.coins()) {
    const bought = purchasesOf(scope, coin);
    if (bought) entries.push({ item: profileOf(coin), atMs: bought.profileAtMs, total: 0 });
  }
  return list([...entries, ...elsewhere(scope, entries.length)], ({ atMs }) => atMs);
}

function boostsOf(scope: Scope): Boosted[] {
  const entries: Boosted[] = [];
  for (const coin of scope.market.coins()) {
    const active = (purchasesOf(scope, coin)?.boosts ?? []).filter(
      ({ atMs }) => atMs > scope.market.nowMs - BOOST_LIFE_MS,
    );
    const last = active.at(-1);
    if (!last) continue;
    const total = active.reduce((sum, { amount }) => sum + amount, 0);
    const item = { ...profileOf(coin), amount: last.amount, totalAmount: total };
    entries.push({ item, atMs: last.atMs, total });
  }
  return [...entries, ...elsewhere(scope, entries.length, true)];
}

function profileOf(coin: Coin): object {
  const mint = toBase58(coin.mint);
  const document = metadataOf(coin)?.document;
  const links = [
    ...(document?.website ? [{ label: 'Website', url: document.website }] : []),
    ...(document?.twitter ? [{ type: 'twitter', url: document.twitter }] : []),
    ...(document?.telegram ? [{ type: 'telegram', url: document.telegram }] : []),
  ];
  return {
    url: `https://dexscreener.com/solana/${mint.toLowerCase()}`,
    chainId: 'solana',
    tokenAddress: mint,
    icon: `https://dd.dexscreener.com/ds-data/tokens/solana/${mint}.png`,
    ...(document?.description && { description: document.description }),
    ...(links.length > 0 && { links }),
  };
}

/** Tokens of other chains among ours, one for three, at moments of their own. */
function elsewhere({ seed, market }: Scope, ours: number, isBoosted = false): Boosted[] {
  const hour = Math.floor(market.nowMs / (60 * MINUTE_MS));
  return Array.from({ length: Math.ceil(ours / 3) }, (_, index) => {
    const label = `elsewhere ${seed}:${hour}:${index}`;
    const random = new Random(label);
    const tokenAddress = `0x${createHash('sha256').update(label).digest('hex').slice(0, 40)}`;
    const chainId = random.pick(['bsc', 'base', 'ethereum']);
    const amount = random.pick(PACKS);
    const item = {
      url: `https://dexscreener.com/${chainId}/${tokenAddress}`,
      chainId,
      tokenAddress,
      icon: `https://dd.dexscreener.com/ds-data/tokens/${chainId}/${tokenAddress}.png`,
      ...(isBoosted && { amount, totalAmount: amount }),
    };
    return { item, atMs: market.nowMs - random.between(0, 60) * MINUTE_MS, total: amount };
  });
}

function serveOrders(mintText: string, scope: Scope): Answer {
  const mint = readAddress(mintText);
  const coin = mint === null ? null : scope.market.coin(mint);
  const bought = coin && purchasesOf(scope, coin);
  if (!bought) return json(200, []);
  const paymentTimestamp = Math.floor(bought.profileAtMs);
  return json(200, [{ type: 'tokenProfile', status: 'approved', paymentTimestamp }]);
}

function serveIcon(mintText: string, { market }: Scope): Answer {
  const mint = readAddress(mintText);
  const coin = mint === null ? null : market.coin(mint);
  const metadata = coin && metadataOf(coin);
  if (!metadata) return text(404, 'Not Found');
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawPicture(metadata.picture) };
}
