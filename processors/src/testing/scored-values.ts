/**
 * The values of a measurement under the names that they had before there were frames, so that what two versions said can be
 * compared.
 */
import { IDENTITY_FIELDS, type TokenDescribed } from '@cryptonite/contracts/events';
import { DERIVED, judgeMeasurement, type Measurement, type PriceTrail } from '@cryptonite/contracts/measures';
import { reasonOf } from '@cryptonite/contracts/rules';

type Value = string | number | boolean | null;
export type ScoredValues = Record<string, Value>;

/** Window by window, as the one's and the other's fields name them. */
const WINDOWS = { m1: '1m', m5: '5m', h1: '1h', h24: '24h' } as const;
const PROFILES = ['live', 'whitepaper'] as const;
const STANDING = [
  'lifecycle',
  'completedAt',
  'migratedAt',
  'lastTradeAt',
  'bondingProgressPercent',
  'quoteProgressPercent',
  'quoteRaised',
  'quoteToComplete',
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
] as const satisfies readonly (keyof Measurement)[];
const FOLLOWING = [
  'priceUsd',
  'marketCapUsd',
  'completionMarketCapUsd',
  'liquidityUsd',
  'tradeCount',
  'whaleBuyers',
] as const satisfies readonly (keyof typeof DERIVED)[];

/** `trail`: as a reader keeps it; null where no list shows the token. */
export function scoredValues(
  measurement: Measurement,
  described: TokenDescribed,
  trail: PriceTrail | null,
): ScoredValues {
  const values: ScoredValues = {};
  for (const name of IDENTITY_FIELDS) if (name !== 'source') values[name] = described[name] ?? null;
  for (const name of STANDING) values[name] = measurement[name];
  for (const name of FOLLOWING) values[name] = DERIVED[name].of(measurement);
  trail?.closes.forEach((close, step) => {
    values[`priceTrail.${step}`] = close;
  });
  for (const [before, now] of Object.entries(WINDOWS) as [string, '1m' | '5m' | '1h' | '24h'][]) {
    values[`${before}.trades`] = DERIVED[`trades${now}`].of(measurement);
    values[`${before}.buys`] = measurement[`buys${now}`];
    values[`${before}.sells`] = measurement[`sells${now}`];
    if (now !== '24h') values[`${before}.traders`] = measurement[`traders${now}`];
    values[`${before}.volumeUsd`] = measurement[`volumeUsd${now}`];
    values[`${before}.volumeQuote`] = measurement[`volumeQuote${now}`];
    values[`${before}.priceChangePercent`] = measurement[`priceChange${now}Percent`];
    values[`${before}.buyShare`] = DERIVED[`buyShare${now}`].of(measurement);
    values[`${before}.buySellRatio`] = DERIVED[`buySellRatio${now}`].of(measurement);
  }
  for (const profile of PROFILES) {
    const judged = judgeMeasurement(profile, measurement);
    values[`${profile}.passedChecks`] = DERIVED[`${profile}PassedChecks`].of(measurement);
    values[`${profile}.totalChecks`] = judged.checks.length;
    for (const { name, verdict, value, limit } of judged.checks)
      Object.assign(values, {
        [`${profile}.${name}`]: verdict,
        [`${profile}.${name}.value`]: value,
        [`${profile}.${name}.limit`]: limit,
      });
    const verdict = measurement[`${profile}Verdict`];
    Object.assign(values, {
      [`${profile}.listing.source`]: measurement[`${profile}Source`],
      [`${profile}.listing.verdict`]: verdict,
      [`${profile}.listing.reason`]: verdict === 'rejected' ? reasonOf(judged) : null,
      [`${profile}.listing.listedAt`]: measurement[`${profile}ListedAt`],
      [`${profile}.listing.initialMarketCapUsd`]: measurement[`${profile}InitialMarketCapUsd`],
    });
  }
  return values;
}
