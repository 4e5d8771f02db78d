import { z } from 'zod';
import { DecimalString, U64 } from '../amounts/index.js';
import { Mint, TimeMs } from '../chain/index.js';
import { Check, Lifecycle, ListSource, screeningBase } from './screening-shared.js';
import { identityShape } from './token-described.js';

/** A token's place in Qualified or Rejected of one profile. */
export const Listing = z.object({
  source: ListSource,
  verdict: z.enum(['qualified', 'rejected']),
  /** Of a rejected token: the first failed check with its value and limit, as a sentence. */
  reason: z.string().max(300).nullable(),
  /** Stream time at which it first qualified for, or was first rejected from, this list of this source; kept on re-entry. */
  listedAt: TimeMs,
  initialMarketCapUsd: z.number().nullable(),
});
export type Listing = z.infer<typeof Listing>;

export const ProfileVerdict = z.object({
  checks: z.array(Check).max(10),
  passedChecks: z.int(),
  totalChecks: z.int(),
  listing: Listing.nullable(),
});
export type ProfileVerdict = z.infer<typeof ProfileVerdict>;

/** Trades of a token within one window that ends at stream time. Null where the window was not fully seen or is undefined. */
export const WindowFeatures = z.object({
  trades: z.int(),
  buys: z.int(),
  sells: z.int(),
  traders: z.int(),
  volumeUsd: z.number().nullable(),
  /** Whole units of the token's quote; null where its decimals are not known or trades had another quote. */
  volumeQuote: z.number().nullable(),
  /** From the price at the window's start, or the first trade when the token is younger. */
  priceChangePercent: z.number().nullable(),
  /** buys ÷ (buys + sells), 0–1. */
  buyShare: z.number().nullable(),
  /** buys ÷ max(sells, 1). */
  buySellRatio: z.number().nullable(),
});
export type WindowFeatures = z.infer<typeof WindowFeatures>;

/** A measurement as it was written before there were frames: topics and tables still hold them. */
export const TokenScored = z.object({
  kind: z.literal('TokenScored'),
  ...screeningBase,
  ...identityShape,
  quoteMint: Mint,
  lifecycle: Lifecycle,
  completedAt: TimeMs.nullable(),
  migratedAt: TimeMs.nullable(),
  lastTradeAt: TimeMs.nullable(),
  /** Tokens sold ÷ tokens the curve started with × 100. */
  bondingProgressPercent: z.number().nullable(),
  /** Real quote ÷ quote needed × 100. */
  quoteProgressPercent: z.number().nullable(),
  /** Quote raised by the curve so far and at completion, base units. */
  quoteRaised: U64.nullable(),
  quoteToComplete: U64.nullable(),
  solPriceUsd: DecimalString.nullable(),
  /** Whole quote units per whole token. */
  priceQuote: z.number().nullable(),
  priceUsd: z.number().nullable(),
  marketCapQuote: z.number().nullable(),
  marketCapUsd: z.number().nullable(),
  /** What completion of the curve is worth now: the target. */
  completionMarketCapUsd: z.number().nullable(),
  /** The real quote on a curve, twice the real quote in a pool. */
  liquidityUsd: z.number().nullable(),
  tradeCount: z.int(),
  buyCount: z.int(),
  sellCount: z.int(),
  volumeUsd: z.number().nullable(),
  windows: z.object({ m1: WindowFeatures, m5: WindowFeatures, h1: WindowFeatures, h24: WindowFeatures }),
  /** Distinct wallets whose buys within 60 minutes sum to at least 5 SOL. */
  whaleBuyers: z.int().nullable(),
  holders: z.int().nullable(),
  top1HolderPercent: z.number().nullable(),
  top10HolderPercent: z.number().nullable(),
  /** Supply held by the curve, pools, burn addresses, lockers and fee accounts. */
  excludedHolderPercent: z.number().nullable(),
  /** Share of the supply, 0–1, whose owner is known. */
  holderCoverage: z.number(),
  /** Price at the close of each of the last 30 steps of 10 s, oldest first; null where there was none yet. */
  priceTrail: z.array(z.number().nullable()).max(30),
  /** The stream has a hole in this token's life: counts may be too low. */
  gapSeen: z.boolean(),
  profiles: z.object({ live: ProfileVerdict, whitepaper: ProfileVerdict }),
  alertRaisedAt: TimeMs.nullable(),
});
export type TokenScored = z.infer<typeof TokenScored>;
