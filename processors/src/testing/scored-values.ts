/** The values of a measurement by name, in a form in which those of two versions can be compared. */
import type { TokenScored } from '@cryptonite/contracts/events';
import type { z } from 'zod';

type Value = string | number | boolean | null;
export type ScoredValues = Record<string, Value>;

const WINDOWS = ['m1', 'm5', 'h1', 'h24'] as const;
const PROFILES = ['live', 'whitepaper'] as const;
const LISTING = ['source', 'verdict', 'reason', 'listedAt', 'initialMarketCapUsd'] as const;

export function scoredValues(scored: z.input<typeof TokenScored>): ScoredValues {
  const { kind, id, mint, time, position, rulesVersion, source, priceTrail, profiles, windows, ...rest } =
    scored;
  const values: ScoredValues = { ...rest };
  priceTrail.forEach((close, step) => {
    values[`priceTrail.${step}`] = close;
  });
  for (const window of WINDOWS)
    for (const [name, value] of Object.entries(windows[window])) values[`${window}.${name}`] = value;
  for (const profile of PROFILES) {
    const { checks, listing, passedChecks, totalChecks } = profiles[profile];
    values[`${profile}.passedChecks`] = passedChecks;
    values[`${profile}.totalChecks`] = totalChecks;
    for (const { name, verdict, value, limit } of checks)
      Object.assign(values, {
        [`${profile}.${name}`]: verdict,
        [`${profile}.${name}.value`]: value,
        [`${profile}.${name}.limit`]: limit,
      });
    for (const name of LISTING) values[`${profile}.listing.${name}`] = listing?.[name] ?? null;
  }
  return values;
}
