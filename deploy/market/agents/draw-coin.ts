/** How coins differ from each other: what they are quoted in, and what their creators ask for. */
import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import type { Chain } from '../chain.js';
import { isSol, priceReservesOf, QUOTES, type Quote, quoteOf } from '../coin.js';
import { INITIAL_REAL_TOKENS, openCurve, quoteForBuy } from '../curve.js';
import type { Layout } from '../layouts.js';

/** Three trades of 184 were quoted in USDC. */
const USDC_SHARE = 0.03;
/** Launches quoted in a coin that has a pool are possible since 2026; how many there are is an assumption. */
const COIN_QUOTED_SHARE = 0.02;
/** Rates that creators set themselves, in basis points: those seen in October 2026; how many do is an assumption. */
const CREATOR_RATES_BPS = [100n, 200n];
const CREATOR_RATE_SHARE = 0.04;
/** Coins whose creator's fee goes to holders, where fees may be kept: an assumption as well. */
const HOLDER_REWARDS_SHARE = 0.03;

export const SOL = 1_000_000_000;
const USDC_PER_SOL = 150_000_000;
/** What a curve raises in SOL, and what it counts beyond that from the start: a quote that is a coin is measured by it. */
const RAISED_SOL = quoteForBuy(openCurve(QUOTES.SOL.initialVirtual), INITIAL_REAL_TOKENS);
const VIRTUAL_SOL = Number(QUOTES.SOL.initialVirtual);

/** What a launch is bought with, and what one SOL is in it; `hot` are coins that it may be quoted in. */
export function drawQuote(
  chain: Chain,
  hot: readonly { mint: Address }[],
  isPlain: boolean,
  random: Random,
): { quote: Quote; unit: number } {
  const inSol = { quote: QUOTES.SOL, unit: SOL };
  const { hasQuotes, keepsFees } = chain.layout;
  if (!hasQuotes || !(isPlain || keepsFees)) return inSol;
  const drawn = random.unit();
  if (isPlain && drawn < USDC_SHARE) return { quote: QUOTES.USDC, unit: USDC_PER_SOL };
  if (drawn < USDC_SHARE || drawn >= USDC_SHARE + COIN_QUOTED_SHARE || hot.length === 0) return inSol;
  const coin = chain.coin(random.pick(hot).mint);
  if (!coin?.pool || !isSol(coin.quote) || coin.mayhem) return inSol;
  const [lamports, tokens] = priceReservesOf(coin);
  if (keepsFees) {
    // Its curve raises what the SOL of a usual one would buy in the coin's pool (CREATE_WITH_PUMP_COIN_QUOTE).
    const raised = (RAISED_SOL * tokens) / (lamports + RAISED_SOL);
    const virtual = (raised * QUOTES.SOL.initialVirtual) / RAISED_SOL;
    return { quote: quoteOf(coin, virtual), unit: (Number(virtual) * SOL) / VIRTUAL_SOL };
  }
  const unit = Math.round((SOL * Number(tokens)) / Number(lamports));
  const initialVirtual = (QUOTES.SOL.initialVirtual * tokens) / lamports;
  return { quote: quoteOf(coin, initialVirtual), unit };
}

/** What its creator asks of each trade; nothing for most. */
export function drawCreatorRate(
  layout: Layout,
  random: Random,
): { creatorFeeBps?: bigint; holderRewards?: boolean } {
  if (layout.keepsFees && random.chance(HOLDER_REWARDS_SHARE)) return { holderRewards: true };
  if (!layout.hasCreatorRates || !random.chance(CREATOR_RATE_SHARE)) return {};
  return { creatorFeeBps: random.pick(CREATOR_RATES_BPS) };
}
