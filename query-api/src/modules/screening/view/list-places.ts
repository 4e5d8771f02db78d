import { LIST_NAMES, type ListName, type ListPlace } from '@cryptonite/contracts/api';
import type { ProfileName, TokenScored } from '@cryptonite/contracts/events';
import { PROGRESS } from '@cryptonite/contracts/rules';

/** Percent from `initial` to `current`; null where either is unknown or the first is zero. */
export function changePercent(initial: number | null, current: number | null): number | null {
  return initial === null || current === null || initial === 0 ? null : (current / initial - 1) * 100;
}

function preMigrationPlace(token: TokenScored, profile: ProfileName): ListPlace<'qualified'> | null {
  const { checks, passedChecks, totalChecks, listing } = token.profiles[profile];
  return (
    listing && {
      source: listing.source,
      passedChecks,
      totalChecks,
      checks,
      listedAt: listing.listedAt,
      initialMarketCap: listing.initialMarketCapUsd,
      marketCapChangePercent: changePercent(listing.initialMarketCapUsd, token.marketCapUsd),
    }
  );
}

const isEarlyStage = ({ lifecycle, bondingProgressPercent: progress }: TokenScored) =>
  lifecycle === 'bonding' &&
  progress !== null &&
  progress >= PROGRESS.alertFrom &&
  progress <= PROGRESS.alertTo;

type PlaceOf<Name extends ListName> = (token: TokenScored, profile: ProfileName) => ListPlace<Name> | null;

/** By list: what it says of a token besides what every list says; null where it does not hold the token. */
const PLACES: { [Name in ListName]: PlaceOf<Name> } = {
  qualified: (token, profile) =>
    token.profiles[profile].listing?.verdict === 'qualified' ? preMigrationPlace(token, profile) : null,
  rejected: (token, profile) => {
    const { listing } = token.profiles[profile];
    const place = preMigrationPlace(token, profile);
    return place && listing?.verdict === 'rejected'
      ? { ...place, rejectionReason: listing.reason ?? 'Unknown' }
      : null;
  },
  // It begins with the alert, at which no market cap is kept.
  earlyStage: (token) =>
    isEarlyStage(token)
      ? {
          source: 'discovery',
          listedAt: token.alertRaisedAt,
          initialMarketCap: null,
          marketCapChangePercent: null,
        }
      : null,
};

export type Places = { [Name in ListName]?: ListPlace<Name> };

/** The lists of a profile that hold the token, each with its place there. */
export const placesOf = (token: TokenScored, profile: ProfileName): Places =>
  Object.fromEntries(
    LIST_NAMES.flatMap((name) => {
      const place = PLACES[name](token, profile);
      return place ? [[name, place]] : [];
    }),
  );
