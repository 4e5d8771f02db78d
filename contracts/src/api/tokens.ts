/** A token as the API says it, with product.md §3's names: what is said of it whatever list it stands on. */
import { z } from 'zod';
import { FetchFailure, Lifecycle, Source } from '../events/index.js';
import { Ms, Num, Text } from './shared.js';

const Count = z.int().nullable();

/** What a measure tells is described by the list of measures: its `meaning`. */
export const ScreenedToken = z.object({
  mint: z.string(),
  symbol: Text.describe('As its launch names it; null until the token was described.'),
  name: Text.describe('As its launch names it; null until the token was described.'),
  description: Text.describe('As its document says it; null before that was read, and where it has none.'),
  imageUrl: Text.describe(
    'The picture of its document, served from here: ?size= 64 or 256 pixels. Null where there is none that can be shown.',
  ),
  imageFailure: FetchFailure.nullable().describe(
    'Why there is none: what failed of the document or of its picture. Null where there is one, before an answer came, and where the launch was not seen.',
  ),
  twitter: Text.describe('Handle without @; null where its document names no account.'),
  telegram: Text.describe('Public channel or group without @; null where its document names none.'),
  migrationTime: Ms,
  price: Text.describe('Dollars of a whole token, a plain decimal; null where the price is unknown.'),
  marketCap: Num,
  bondingCurveProgress: Num,
  alertRaisedAt: Ms,
  dexUrl: z.string().describe('Its chart at DexScreener.'),
  launchpadUrl: z.string().describe('Its page at pump.fun.'),
  rulesVersion: z.int(),
  origin: Source.describe('Where the data come from: simulated and replayed tokens say so.'),
  measuredAt: z.int(),

  priceChange: Num,
  priceChange1h: Num,
  priceChange24h: Num,
  priceOfHighPercent: Num,
  buyRatio: Num,
  buyShare: Num,
  buyShare24h: Num,
  buySellRatio: Num,
  currentLiquidity: Num,
  liquidity: Num,
  tradeCount: z.int(),
  totalTrades: z.int(),
  totalVolume: Num,
  volume1h: Num,
  volume24h: Num,
  txns24h: Count,
  buys24h: Count,
  sells24h: Count,
  lifecycle: Lifecycle,
  quoteRaised: Num,
  quoteToComplete: Num,
  quoteMint: Text.describe('What it is priced in; null until a token is described.'),
  completionMarketCap: Num,
  holders: Count,
  top1HolderPercent: Num,
  top10HolderPercent: Num,
  top10OfSoldPercent: Num,
  excludedHolderPercent: Num,
  holderCoverage: Num,
  whaleBuyers: Count,
  whaleBuyersHolding: Count,
  organicBuyers1h: Count,
  priceTrail: z
    .array(Num)
    .describe(
      'Closes of the last 30 steps of 10 s, oldest first, in its quote; null where there was none yet.',
    ),
  createdAt: Ms.describe('When it was launched; null where the launch was not seen.'),
  completedAt: Ms,
  seenSinceCreation: z.boolean().describe('Whether it was seen from its launch on.'),
  gapSeen: z.boolean(),
  isMayhem: z
    .boolean()
    .nullable()
    .describe('Whether its launch says mayhem mode; null where the launch was not seen.'),

  posts1h: Count,
  posts24h: Count,
  boosts: Count,
  hasPaidProfile: z.boolean().nullable(),

  hypeScore: Num,
  hypeCoverage: Num,
  hypeBest: Num.describe('The hype score that complete data could still give; null where none was computed.'),
  patternName: Text.describe(
    'The pattern that its first hour of trading matches best; null where none was observed.',
  ),
  patternScore: Num,
  patternCoverage: Num,
  socialScore: Num,
  socialCoverage: Num,
  securityScore: Num,
  securityCoverage: Num,
  rugRisk: Num,
  rugCoverage: Num,
  rugFloor: Num,
  ultimateScore: Num,
  ultimateCoverage: Num,
  indicators: z
    .array(z.string())
    .describe(
      'The three strongest earned parts of its scores and the three largest findings, with their values.',
    ),
  worstDanger: z
    .object({ finding: z.string(), text: z.string() })
    .nullable()
    .describe(
      'The gravest finding of level danger, as layer and name, and what it says with its value; null without one.',
    ),
  analysis: Text.describe(
    'Two or three sentences of the strongest earned parts and the largest risk; null where nothing is known of either.',
  ),
});
export type ScreenedToken = z.infer<typeof ScreenedToken>;
