import { ScreenedToken, type Source } from '@cryptonite/contracts/api';
import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import type { TokenDescribed } from '@cryptonite/contracts/events';
import {
  DERIVED,
  MEASURES,
  type Measurement,
  type PriceTrail,
  trailAt,
} from '@cryptonite/contracts/measures';
import { PATTERNS } from '@cryptonite/contracts/rules';
import { type AssessedLayers, foundOf, riskSeenOf } from '../scores/found.js';
import { hypeBestOf, type RowScores } from '../scores/row-scores.js';
import { strengthsOf } from '../scores/strengths.js';
import { indicatorsOf, sentencesOf, worstDangerOf } from '../words/why.js';
import { plainDecimal } from './plain-decimal.js';

type ToldByDocument = 'description' | 'pictureSha256' | 'pictureFailure' | 'twitter' | 'telegram';

/** What is known of a token. Who it is and its trail are null until they were said. */
export type ShownToken = {
  measurement: Measurement;
  /** Of the measurement; null where it has none. */
  scores: RowScores | null;
  layers: AssessedLayers;
  source: Source;
  described: Pick<
    TokenDescribed,
    (typeof IDENTITY)[number] | 'bondingCurve' | 'pool' | 'quoteMint' | ToldByDocument
  > | null;
  trail: PriceTrail | null;
};

type Read = (measurement: Measurement, solPriceUsd: number | null) => unknown;

/** By field on the wire: the measure that it shows, as the list of measures has it. */
const MEASURED: readonly (readonly [field: string, read: Read])[] = [
  ...MEASURES.map(({ name, shown }) => [shown, (token: Measurement) => token[name]] as const),
  ...Object.values(DERIVED).map(({ of, shown }) => [shown, of] as const),
].flatMap(([shown, read]) =>
  shown.filter((field) => field in ScreenedToken.shape).map((field) => [field, read] as const),
);

const IDENTITY = ['symbol', 'name', 'createdAt', 'seenSinceCreation', 'isMayhem'] as const;
const UNDESCRIBED = { symbol: null, name: null, createdAt: null, seenSinceCreation: false, isMayhem: null };
const QUOTE_MINTS = { SOL: SOL_MINT, USDC: USDC_MINT, other: null };

/** A token under its names on the wire, whatever list it stands on. */
export function toScreenedToken(
  { measurement, scores, layers, source, described, trail }: ShownToken,
  solPriceUsd: number | null,
): ScreenedToken {
  // Written one after the other into one object: this is made of every change that somebody hears of.
  const said: Record<string, unknown> = {};
  for (const [field, read] of MEASURED) said[field] = read(measurement, solPriceUsd);
  const identity = described ?? UNDESCRIBED;
  for (const field of IDENTITY) said[field] = identity[field];
  const priceUsd = DERIVED.priceUsd.of(measurement, solPriceUsd);
  const pictureSha256 = described?.pictureSha256 ?? null;
  const strengths = scores ? strengthsOf(scores) : [];
  const found = foundOf(measurement, layers);
  const account = described?.pool ?? described?.bondingCurve ?? measurement.mint;
  Object.assign(said, {
    createdAt: identity.createdAt ?? measurement.createdAt,
    price: priceUsd === null ? null : plainDecimal(priceUsd),
    priceTrail: trail ? trailAt(trail, measurement.time).closes : [],
    quoteMint: described?.quoteMint ?? QUOTE_MINTS[measurement.quote ?? 'other'],
    origin: source,
    launchpadUrl: `https://pump.fun/coin/${measurement.mint}`,
    // DexScreener knows a token by the account that trades it.
    dexUrl: `https://dexscreener.com/solana/${account}`,
    description: described?.description ?? null,
    imageUrl: pictureSha256 === null ? null : `/api/images/${pictureSha256}`,
    imageFailure: described?.pictureFailure ?? null,
    twitter: described?.twitter ?? null,
    telegram: described?.telegram ?? null,
    hypeBest: hypeBestOf(measurement),
    patternName: measurement.pattern && PATTERNS[measurement.pattern].label,
    indicators: indicatorsOf(strengths, found),
    worstDanger: worstDangerOf(found),
    analysis: sentencesOf(strengths, found, riskSeenOf(measurement)),
  });
  return ScreenedToken.parse(said);
}
