/** What the screener says of a token: topic `screening.tokens`. */
import { z } from 'zod';
import { DecimalString, U64 } from '../amounts/index.js';
import { Mint, Position, TimeMs } from '../chain/index.js';
import { ExternalText, Source } from './shared.js';

export const Lifecycle = z.enum(['bonding', 'migrating', 'graduated']);
export type Lifecycle = z.infer<typeof Lifecycle>;

export const ProfileName = z.enum(['live', 'whitepaper']);
export type ProfileName = z.infer<typeof ProfileName>;

export const ListSource = z.enum(['pumpfun', 'bonded']);
export type ListSource = z.infer<typeof ListSource>;

/** One check of a profile. A value that was not observed is null and its verdict `unknown`, which does not pass. */
export const Check = z.object({
  name: z.enum([
    'progress',
    'bonded',
    'momentum',
    'buyRatio',
    'whaleBuyers',
    'score',
    'whale',
    'whales',
    'buyShare',
    'volumeGrowth',
  ]),
  verdict: z.enum(['pass', 'fail', 'unknown']),
  value: z.number().nullable(),
  /** The least value that passes; for `progress` the window's lower end; null for `bonded`. */
  limit: z.number().nullable(),
});
export type Check = z.infer<typeof Check>;

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
  /** Null for 24 h: who traded is kept for an hour. */
  traders: z.int().nullable(),
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

const screeningBase = {
  /** Unique among derived events and the same on every replay. */
  id: z.string().min(1).max(200),
  mint: Mint,
  /** The journal position of the newest fact behind it. */
  position: Position,
  /** Stream time of the measurement; of an alert and a step of the lifecycle the chain time of the fact at `position`. */
  time: TimeMs,
  rulesVersion: z.int(),
};

/** Everything measured of a token at one stream time: the newest one of a token replaces those before it. */
export const TokenScored = z.object({
  kind: z.literal('TokenScored'),
  ...screeningBase,
  source: Source,
  symbol: ExternalText.nullable(),
  name: ExternalText.nullable(),
  uri: ExternalText.nullable(),
  creator: Mint.nullable(),
  createdAt: TimeMs.nullable(),
  seenSinceCreation: z.boolean(),
  isMayhem: z.boolean().nullable(),
  bondingCurve: Mint.nullable(),
  pool: Mint.nullable(),
  quoteMint: Mint,
  quoteDecimals: z.int().nullable(),
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

/** What a finding says besides: where its data come from. Older records lack it. */
const findingBase = { ...screeningBase, origin: Source.optional() };

const verdictFields = {
  ...findingBase,
  profile: ProfileName,
  source: ListSource,
  passedChecks: z.int(),
  totalChecks: z.int(),
  checks: z.array(Check).max(10),
  marketCapUsd: z.number().nullable(),
};

/** A token entered a Qualified list. */
export const TokenQualified = z.object({ kind: z.literal('TokenQualified'), ...verdictFields });
export type TokenQualified = z.infer<typeof TokenQualified>;

/** A token entered a Rejected list. */
export const TokenRejected = z.object({
  kind: z.literal('TokenRejected'),
  ...verdictFields,
  reason: z.string().max(300),
});
export type TokenRejected = z.infer<typeof TokenRejected>;

/** A token left the lists of a source: below the window, gone over to the bonded ones, or graduated too long ago. */
export const TokenUnlisted = z.object({
  kind: z.literal('TokenUnlisted'),
  ...findingBase,
  profile: ProfileName,
  source: ListSource,
});
export type TokenUnlisted = z.infer<typeof TokenUnlisted>;

/** A step of a token's life, forth or back: one that falls under 85% is bonding again. */
export const LifecycleChanged = z.object({
  kind: z.literal('LifecycleChanged'),
  ...findingBase,
  from: Lifecycle,
  to: Lifecycle,
});
export type LifecycleChanged = z.infer<typeof LifecycleChanged>;

/** Once per token: its progress first lay between 30 and 50%. */
export const BondingAlertRaised = z.object({
  kind: z.literal('BondingAlertRaised'),
  ...findingBase,
  bondingProgressPercent: z.number(),
});
export type BondingAlertRaised = z.infer<typeof BondingAlertRaised>;

/** What the fold of one partition has done, about once per second of stream time; also its clock for readers. */
export const ScanAdvanced = z.object({
  kind: z.literal('ScanAdvanced'),
  id: z.string().min(1).max(200),
  partition: z.int(),
  position: Position,
  /** Stream time. */
  time: TimeMs,
  source: Source,
  slot: z.int(),
  solPriceUsd: DecimalString.nullable(),
  solPriceFrom: z.string().max(200).nullable(),
  solPriceAt: TimeMs.nullable(),
  /** Tokens of this partition measured anew since the scan before. */
  scanned: z.int(),
  /** Tokens of this partition that are followed. */
  total: z.int(),
  /** Bonding tokens traded within 1 h, and bonded tokens. */
  monitoredPumpfun: z.int(),
  monitoredBonded: z.int(),
  /** Tokens between 30 and 50%. */
  matched: z.int(),
  /** Journal records read so far. */
  recordsRead: z.int(),
  startedAt: TimeMs,
  gaps: z
    .array(
      z.object({ afterSlot: z.int(), beforeSlot: z.int(), time: TimeMs, durationMs: z.int().nullable() }),
    )
    .max(50),
});
export type ScanAdvanced = z.infer<typeof ScanAdvanced>;

export const ScreeningEvent = z.discriminatedUnion('kind', [
  TokenScored,
  TokenQualified,
  TokenRejected,
  TokenUnlisted,
  LifecycleChanged,
  BondingAlertRaised,
  ScanAdvanced,
]);
export type ScreeningEvent = z.infer<typeof ScreeningEvent>;

export const encodeScreeningEvent = (event: ScreeningEvent): string =>
  JSON.stringify(z.encode(ScreeningEvent, event));
export const decodeScreeningEvent = (text: string): ScreeningEvent => ScreeningEvent.parse(JSON.parse(text));
