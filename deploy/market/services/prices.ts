import { Random } from '@cryptonite/provider/random.js';
import { type Address, USDC, WRAPPED_SOL } from '../addresses.js';
import { type Coin, priceReservesOf, TOKEN_DECIMALS } from '../coin.js';
import type { PublicMarket } from '../public-market.js';
import { type Answer, type Ask, json } from './answer.js';
import { readAddress } from './read-address.js';

const SOL_USD = 150;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Periods and strengths of the walk: days, hours and minutes each add their own wandering. */
const WAVES = [
  { periodMs: DAY_MS, strength: 0.08 },
  { periodMs: 60 * MINUTE_MS, strength: 0.02 },
  { periodMs: MINUTE_MS, strength: 0.002 },
];

/** The simulated SOL price in USD at a moment: smooth noise between seeded points, a function of seed and time. */
export function solPriceUsd(seed: number, timeMs: number): number {
  let logarithm = 0;
  for (const { periodMs, strength } of WAVES) {
    const position = timeMs / periodMs;
    const step = Math.floor(position);
    const along = position - step;
    const blend = along * along * (3 - 2 * along);
    const at = (point: number): number => new Random(`sol price ${seed}:${periodMs}:${point}`).between(-1, 1);
    logarithm += strength * (at(step) * (1 - blend) + at(step + 1) * blend);
  }
  return SOL_USD * Math.exp(logarithm);
}

/** Whole quote units per whole token, from the reserves that set the price. */
function priceInQuote(coin: Coin): number {
  const [quoteUnits, tokens] = priceReservesOf(coin);
  return Number(quoteUnits) / 10 ** coin.quote.decimals / (Number(tokens) / 10 ** TOKEN_DECIMALS);
}

interface Price {
  usdPrice: number;
  blockId: number;
  decimals: number;
  /** Percent; left out where there was no price a day ago. */
  priceChange24h?: number;
}

/** As Jupiter's price API allows at once. */
const MOST_IDS = 50;

/** `GET /price/v3?ids=<mint,…>` as Jupiter answers it: SOL, USDC and every launch with a curve or pool; others are left out. */
export function servePrices({ url }: Ask, market: PublicMarket, seed: number): Answer | null {
  if (url.pathname !== '/price/v3') return null;
  const ids = (url.searchParams.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return json(400, { error: 'ids is required' });
  if (ids.length > MOST_IDS) return json(400, { error: `ids must contain at most ${MOST_IDS} elements` });
  const prices: Record<string, Price> = {};
  for (const id of ids) {
    const mint = readAddress(id);
    const price = mint === null ? null : priceOf(mint, market, seed);
    if (price) prices[id] = price;
  }
  return json(200, prices);
}

function priceOf(mint: Address, market: PublicMarket, seed: number): Price | null {
  const blockId = market.newestSlot;
  if (mint === WRAPPED_SOL) {
    const sol = solPriceUsd(seed, market.nowMs);
    const priceChange24h = (sol / solPriceUsd(seed, market.nowMs - DAY_MS) - 1) * 100;
    return { usdPrice: sol, blockId, decimals: 9, priceChange24h };
  }
  if (mint === USDC) return { usdPrice: 1, blockId, decimals: 6, priceChange24h: 0 };
  const coin = market.coin(mint);
  // A launch may be sold for another launch's token.
  const quote = coin && priceOf(coin.quote.mint, market, seed);
  if (!coin || !quote) return null;
  return { usdPrice: priceInQuote(coin) * quote.usdPrice, blockId, decimals: TOKEN_DECIMALS };
}
