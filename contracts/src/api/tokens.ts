/** A token as the API says it, with product.md §3's names. What lists say alike of it stands once, and each list adds its place. */
import { z } from 'zod';
import { Check, FetchFailure, Lifecycle, ListSource, Source } from '../events/index.js';
import { Ms, Num, Text } from './shared.js';

/** What a measure tells is described by the list of measures: its `meaning`. */
const both = {
  mint: z.string(),
  symbol: Text,
  name: Text,
  imageUrl: Text.describe(
    'The picture of its document, served from here: ?size= 64 or 256 pixels. Null where there is none that can be shown.',
  ),
  imageFailure: FetchFailure.nullable().describe(
    'Why there is none: what failed of the document or of its picture. Null where there is one, before an answer came, and where the launch was not seen.',
  ),
  twitter: Text.describe('Handle without @; null where its document names no account.'),
  telegram: Text.describe('Public channel or group without @; null where its document names none.'),
  migrationTime: Ms,
  price: z.string().nullable(),
  marketCap: Num,
  bondingCurveProgress: Num,
  alertRaisedAt: Ms,
  dexUrl: z.string(),
  rulesVersion: z.int(),
  origin: Source.describe('Where the data come from: simulated and replayed tokens say so.'),
  measuredAt: z.int(),
};

const preMigration = {
  priceChange: Num,
  buyRatio: Num,
  buyShare: Num,
  currentLiquidity: Num,
  tradeCount: z.int(),
  totalTrades: z.int(),
  totalVolume: Num,
  lifecycle: Lifecycle,
  quoteRaised: Num,
  quoteToComplete: Num,
  quoteMint: Text.describe('Null until a token is described.'),
  completionMarketCap: Num,
  holders: z.int().nullable(),
  top1HolderPercent: Num,
  top10HolderPercent: Num,
  holderCoverage: Num,
  whaleBuyers: z.int().nullable(),
  priceTrail: z.array(Num),
  createdAt: Ms,
  completedAt: Ms,
  seenSinceCreation: z.boolean(),
  gapSeen: z.boolean(),
  isMayhem: z.boolean().nullable(),
  launchpadUrl: z.string(),
};

/** Scores are null until observed. */
const highHype = {
  hypeScore: Num,
  patternScore: Num,
  socialScore: Num,
  securityScore: Num,
  indicators: z.array(z.string()),
  analysis: Text,
  liquidity: Num,
  volume24h: Num,
  priceChange24h: Num,
  txns24h: z.int().nullable(),
  buySellRatio: Num,
};

/** All that is said of a token whatever list it stands on. */
export const ScreenedToken = z.object({ ...both, ...preMigration, ...highHype });
export type ScreenedToken = z.infer<typeof ScreenedToken>;

/** Market cap when the token first stood there, of Early Stage at its alert, and how far it has come since. */
const sinceListing = { initialMarketCap: Num, marketCapChangePercent: Num };

/** What Qualified and Rejected of a profile say of a token besides. */
export const PreMigrationPlace = z.object({
  source: ListSource,
  passedChecks: z.int(),
  totalChecks: z.int(),
  checks: z.array(Check),
  listedAt: z.int(),
  ...sinceListing,
});
export const RejectedPlace = PreMigrationPlace.extend({ rejectionReason: z.string() });

/** What the high-hype lists say of a token besides. */
export const HighHypePlace = z.object({
  source: z.enum(['bonded-analyzed', 'discovery']),
  listedAt: Ms,
  ...sinceListing,
});

/** A token of Pre-Migration, as product.md §3 names its fields, and what the card shows beside them. */
export const PreMigrationToken = PreMigrationPlace.extend({ ...both, ...preMigration });
export type PreMigrationToken = z.infer<typeof PreMigrationToken>;

export const RejectedToken = RejectedPlace.extend({ ...both, ...preMigration });
export type RejectedToken = z.infer<typeof RejectedToken>;

/** A token with the high-hype fields of product.md §3, and what every list's card shows beside them. */
export const HighHypeToken = HighHypePlace.extend({ ...both, ...preMigration, ...highHype });
export type HighHypeToken = z.infer<typeof HighHypeToken>;

/** The kinds of lists, by what they say of a token. */
export const LIST_KINDS = {
  preMigration: { place: PreMigrationPlace, item: PreMigrationToken },
  rejected: { place: RejectedPlace, item: RejectedToken },
  highHype: { place: HighHypePlace, item: HighHypeToken },
} as const;
export type ListKind = keyof typeof LIST_KINDS;
