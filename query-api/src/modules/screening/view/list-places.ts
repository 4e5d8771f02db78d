import {
  LIST_NAMES,
  LISTS,
  type ListKind,
  type ListName,
  type ListPlace,
  type ProfileName,
} from '@cryptonite/contracts/api';
import { DERIVED, judgeMeasurement, type Measurement } from '@cryptonite/contracts/measures';
import { countPassed, isOn, LISTS as RULES, reasonOf, totalChecksOf } from '@cryptonite/contracts/rules';

/** Percent from `initial` to `current`; null where either is unknown or the first is zero. */
export function changePercent(initial: number | null, current: number | null): number | null {
  return initial === null || current === null || initial === 0 ? null : (current / initial - 1) * 100;
}

const sinceListing = (
  initialMarketCap: number | null,
  measurement: Measurement,
  solPriceUsd: number | null,
) => ({
  initialMarketCap,
  marketCapChangePercent: changePercent(initialMarketCap, DERIVED.marketCapUsd.of(measurement, solPriceUsd)),
});

type Placing = {
  measurement: Measurement;
  profile: ProfileName;
  solPriceUsd: number | null;
  listedAt: number | null;
};

function judged({ measurement, profile, solPriceUsd, listedAt }: Placing) {
  const verdict = judgeMeasurement(profile, measurement);
  const place = {
    source: measurement[`${profile}Source`],
    passedChecks: countPassed(verdict.checks),
    totalChecks: totalChecksOf(profile),
    checks: verdict.checks,
    listedAt,
    ...sinceListing(measurement[`${profile}InitialMarketCapUsd`], measurement, solPriceUsd),
  };
  return { place, reason: reasonOf(verdict) ?? 'Unknown' };
}

/** By kind of list: what it says of a token besides what every list says. */
const PLACES: Record<ListKind, (placing: Placing) => object> = {
  preMigration: (placing) => judged(placing).place,
  rejected: (placing) => {
    const { place, reason } = judged(placing);
    return { ...place, rejectionReason: reason };
  },
  // It begins with the alert.
  highHype: ({ measurement, solPriceUsd, listedAt }) => ({
    source: 'discovery',
    listedAt,
    ...sinceListing(measurement.alertMarketCapUsd, measurement, solPriceUsd),
  }),
};

export type Standing = { listedAt: number | null; source: string | null };

/** Where a token stands on a list; null where it does not. */
export function standingOn(name: ListName, profile: ProfileName, measurement: Measurement): Standing | null {
  const list = LISTS[name].on[profile];
  if (!isOn(measurement.lists, list)) return null;
  return { listedAt: measurement[RULES[list].orderBy], source: measurement[`${profile}Source`] };
}

export type Places = { [Name in ListName]?: ListPlace<Name> };

/** The lists of a profile that hold the token, each with what it says of it. Dollars are made with `solPriceUsd`. */
export const placesOf = (
  measurement: Measurement,
  profile: ProfileName,
  solPriceUsd: number | null,
): Places =>
  Object.fromEntries(
    LIST_NAMES.flatMap((name) => {
      const standing = standingOn(name, profile, measurement);
      if (!standing) return [];
      const { listedAt } = standing;
      return [[name, PLACES[LISTS[name].kind]({ measurement, profile, solPriceUsd, listedAt })]];
    }),
  );
