/** A measurement as it was written before there were frames, taken apart as it is written now. */
import { toUnits } from '../amounts/index.js';
import { SOL_MINT, USDC_MINT } from '../chain/index.js';
import type { PriceTrailed, TokenDescribed, TokenScored, WindowFeatures } from '../events/index.js';
import { CHECK_VERDICTS, listsOf, type ProfileName } from '../rules/index.js';
import { quoteUsdOf } from './derived.js';
import { MEASURES } from './list.js';
import type { Measurement } from './measurement.js';

export type ReadBefore = { measurement: Measurement; described: TokenDescribed; trailed: PriceTrailed };

export function readTokenScored(scored: TokenScored): ReadBefore {
  const { mint, position, time, rulesVersion } = scored;
  const base = { mint, position, time, rulesVersion };
  return {
    measurement: measurementOf(scored),
    described: {
      kind: 'TokenDescribed',
      id: `${mint}:${position}:TokenDescribed`,
      ...base,
      source: scored.source,
      symbol: scored.symbol,
      name: scored.name,
      uri: scored.uri,
      creator: scored.creator,
      createdAt: scored.createdAt,
      seenSinceCreation: scored.seenSinceCreation,
      isMayhem: scored.isMayhem,
      bondingCurve: scored.bondingCurve,
      pool: scored.pool,
      quoteMint: scored.quoteMint,
      quoteDecimals: scored.quoteDecimals,
    },
    trailed: {
      kind: 'PriceTrailed',
      id: `${mint}:${time}:${position}:PriceTrailed`,
      ...base,
      closes: scored.priceTrail,
    },
  };
}

/** What was not measured then. */
const LATER = Object.fromEntries(MEASURES.filter(({ since }) => since > 1).map(({ name }) => [name, null]));

function measurementOf(scored: TokenScored): Measurement {
  const { quoteMint, quoteDecimals, windows, profiles } = scored;
  const quote = quoteMint === SOL_MINT ? 'SOL' : quoteMint === USDC_MINT ? 'USDC' : 'other';
  const solPriceUsd = scored.solPriceUsd === null ? null : Number(scored.solPriceUsd);
  // Of other coins no price was known.
  const quoteUsd = quoteUsdOf({ quote, quotePriceSol: null, quotePriceUsdc: null }, solPriceUsd);
  const inQuote = (usd: number | null) => (usd === null || !quoteUsd ? null : usd / quoteUsd);
  const unitsOf = (amount: bigint | null) =>
    amount === null || quoteDecimals === null ? null : toUnits(amount, quoteDecimals);
  const checkedOf = (profile: ProfileName, name: string) =>
    profiles[profile].checks.find((check) => check.name === name)?.value ?? null;
  const whales = checkedOf('whitepaper', 'whale');
  const whales10m = checkedOf('whitepaper', 'whales');
  const { live, whitepaper } = profiles;
  const measured = {
    mint: scored.mint,
    time: scored.time,
    position: scored.position,
    rulesVersion: scored.rulesVersion,
    solPriceUsd,
    lifecycle: scored.lifecycle,
    quote,
    completedAt: scored.completedAt,
    migratedAt: scored.migratedAt,
    lastTradeAt: scored.lastTradeAt,
    bondingProgressPercent: scored.bondingProgressPercent,
    quoteProgressPercent: scored.quoteProgressPercent,
    quoteRaised: unitsOf(scored.quoteRaised),
    quoteToComplete: unitsOf(scored.quoteToComplete),
    priceQuote: scored.priceQuote,
    marketCapQuote: scored.marketCapQuote,
    completionMarketCapQuote: inQuote(scored.completionMarketCapUsd),
    liquidityQuote: inQuote(scored.liquidityUsd),
    buyCount: scored.buyCount,
    sellCount: scored.sellCount,
    volumeUsd: scored.volumeUsd,
    ...windowOf('1m', windows.m1),
    traders1m: windows.m1.traders,
    ...windowOf('5m', windows.m5),
    traders5m: windows.m5.traders,
    ...windowOf('1h', windows.h1),
    traders1h: windows.h1.traders,
    ...windowOf('24h', windows.h24),
    // Fewer than a check asks for were told only where the window was seen whole.
    whaleBuyersSeen: whales ?? 0,
    isWhaleHourWhole: scored.whaleBuyers !== null,
    whaleBuyers10mSeen: whales10m ?? 0,
    isWhale10mWhole: whales10m !== null,
    volumeGrowth: checkedOf('whitepaper', 'volumeGrowth'),
    score: checkedOf('live', 'score'),
    holders: scored.holders,
    top1HolderPercent: scored.top1HolderPercent,
    top10HolderPercent: scored.top10HolderPercent,
    excludedHolderPercent: scored.excludedHolderPercent,
    holderCoverage: scored.holderCoverage,
    gapSeen: scored.gapSeen,
    alertRaisedAt: scored.alertRaisedAt,
    ...listingOf('live', live),
    ...listingOf('whitepaper', whitepaper),
    lists: listsOf({
      lifecycle: scored.lifecycle,
      bondingProgressPercent: scored.bondingProgressPercent,
      liveVerdict: live.listing?.verdict ?? null,
      whitepaperVerdict: whitepaper.listing?.verdict ?? null,
      rugRisk: null,
    }),
  } satisfies Partial<Measurement>;
  return { ...(LATER as Omit<Measurement, keyof typeof measured>), ...measured };
}

/** A window without trades says by its volume alone whether it was seen whole. */
const windowOf = <Window extends '1m' | '5m' | '1h' | '24h'>(window: Window, features: WindowFeatures) =>
  ({
    [`buys${window}`]: features.buys,
    [`sells${window}`]: features.sells,
    [`isWhole${window}`]:
      features.volumeUsd !== null || features.volumeQuote !== null || features.buyShare !== null,
    [`volumeUsd${window}`]: features.volumeUsd,
    [`volumeQuote${window}`]: features.volumeQuote,
    [`priceChange${window}Percent`]: features.priceChangePercent,
  }) as Pick<
    Measurement,
    | `buys${Window}`
    | `sells${Window}`
    | `isWhole${Window}`
    | `volumeUsd${Window}`
    | `volumeQuote${Window}`
    | `priceChange${Window}Percent`
  >;

const listingOf = <Profile extends ProfileName>(
  profile: Profile,
  { checks, listing }: TokenScored['profiles'][ProfileName],
) =>
  ({
    [`${profile}Source`]: listing?.source ?? null,
    [`${profile}Verdict`]: listing?.verdict ?? null,
    [`${profile}ListedAt`]: listing?.listedAt ?? null,
    [`${profile}InitialMarketCapUsd`]: listing?.initialMarketCapUsd ?? null,
    [`${profile}Checks`]: checks.reduce(
      (codes, { verdict }, index) => codes | (CHECK_VERDICTS.indexOf(verdict) << (2 * index)),
      0,
    ),
  }) as Pick<
    Measurement,
    | `${Profile}Source`
    | `${Profile}Verdict`
    | `${Profile}ListedAt`
    | `${Profile}InitialMarketCapUsd`
    | `${Profile}Checks`
  >;
