/** What readers know of a token, by the names that its measurements had before frames. */
import type { TokenDescribed } from '@cryptonite/contracts/events';
import {
  DERIVED,
  type DerivedName,
  judgeMeasurement,
  type Measurement,
  type PriceTrail,
} from '@cryptonite/contracts/measures';
import { PROFILE_NAMES, reasonOf } from '@cryptonite/contracts/rules';

type Value = string | number | boolean | null;
export type ScoredValues = Record<string, Value>;

const IDENTITY = [
  'symbol',
  'name',
  'uri',
  'creator',
  'createdAt',
  'seenSinceCreation',
  'isMayhem',
  'bondingCurve',
  'pool',
  'quoteMint',
  'quoteDecimals',
] as const;
const MEASURED = [
  'lifecycle',
  'completedAt',
  'migratedAt',
  'lastTradeAt',
  'bondingProgressPercent',
  'quoteProgressPercent',
  'solPriceUsd',
  'priceQuote',
  'marketCapQuote',
  'buyCount',
  'sellCount',
  'volumeUsd',
  'holders',
  'top1HolderPercent',
  'top10HolderPercent',
  'excludedHolderPercent',
  'holderCoverage',
  'gapSeen',
  'alertRaisedAt',
] as const;
const FOLLOWING = [
  'priceUsd',
  'marketCapUsd',
  'completionMarketCapUsd',
  'liquidityUsd',
  'tradeCount',
  'whaleBuyers',
] as const satisfies readonly DerivedName[];
const WINDOWS = { m1: '1m', m5: '5m', h1: '1h', h24: '24h' } as const;

/** `trail` is null of a token that no list shows. */
export function scoredValues(
  measurement: Measurement,
  described: TokenDescribed,
  trail: PriceTrail | null,
): ScoredValues {
  const values: ScoredValues = {};
  for (const name of IDENTITY) values[name] = described[name];
  for (const name of MEASURED) values[name] = measurement[name];
  for (const name of FOLLOWING) values[name] = DERIVED[name].of(measurement);
  for (const name of ['quoteRaised', 'quoteToComplete'] as const) {
    const units = measurement[name];
    values[name] = units === null ? null : Math.round(units * 10 ** (described.quoteDecimals ?? 0));
  }
  for (const [window, suffix] of Object.entries(WINDOWS) as [keyof typeof WINDOWS, '1m'][])
    Object.assign(values, {
      [`${window}.trades`]: DERIVED[`trades${suffix}`].of(measurement),
      [`${window}.buys`]: measurement[`buys${suffix}`],
      [`${window}.sells`]: measurement[`sells${suffix}`],
      [`${window}.traders`]: measurement[`traders${suffix}`] ?? null,
      [`${window}.volumeUsd`]: measurement[`volumeUsd${suffix}`],
      [`${window}.volumeQuote`]: measurement[`volumeQuote${suffix}`],
      [`${window}.priceChangePercent`]: measurement[`priceChange${suffix}Percent`],
      [`${window}.buyShare`]: DERIVED[`buyShare${suffix}`].of(measurement),
      [`${window}.buySellRatio`]: DERIVED[`buySellRatio${suffix}`].of(measurement),
    });
  trail?.closes.forEach((close, step) => {
    values[`priceTrail.${step}`] = close;
  });
  for (const profile of PROFILE_NAMES) {
    const judged = judgeMeasurement(profile, measurement);
    const verdict = measurement[`${profile}Verdict`];
    Object.assign(values, {
      [`${profile}.passedChecks`]: DERIVED[`${profile}PassedChecks`].of(measurement),
      [`${profile}.totalChecks`]: judged.checks.length,
      [`${profile}.listing.source`]: measurement[`${profile}Source`],
      [`${profile}.listing.verdict`]: verdict,
      [`${profile}.listing.reason`]: verdict === null ? null : reasonOf(judged),
      [`${profile}.listing.listedAt`]: measurement[`${profile}ListedAt`],
      [`${profile}.listing.initialMarketCapUsd`]: measurement[`${profile}InitialMarketCapUsd`],
    });
    for (const { name, verdict: passed, value, limit } of judged.checks)
      Object.assign(values, {
        [`${profile}.${name}`]: passed,
        [`${profile}.${name}.value`]: value,
        [`${profile}.${name}.limit`]: limit,
      });
  }
  return values;
}
