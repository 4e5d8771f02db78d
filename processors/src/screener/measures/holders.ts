/** Owners of a token and their shares. */
import { KNOWN_ACCOUNTS } from '@cryptonite/contracts/chain';
import { HOLDER_COVERAGE_MIN } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { supplyOf } from '../facts/supply.js';

export const NEVER_HOLDERS: ReadonlySet<string> = new Set(KNOWN_ACCOUNTS.map(({ address }) => address));

/** The owners with the most that are looked at together. */
export const TOP_HOLDERS = 10;

/** What the owners of a token hold, in base units. */
export type Owners = {
  holders: number;
  /** Held by those who are no holders. */
  excluded: bigint;
  /** What stands in accounts seen since the newest gap. */
  observed: bigint;
  /** Of that, what answers alone tell. */
  answered: bigint;
  /** Of the {@link TOP_HOLDERS} largest holders, largest first. */
  top: readonly bigint[];
};

export type HolderFeatures = {
  holders: number | null;
  top1HolderPercent: number | null;
  top10HolderPercent: number | null;
  /** Of what is sold. */
  top10OfSoldPercent: number | null;
  excludedHolderPercent: number | null;
  /** Null where the supply is unknown. */
  holderCoverage: number | null;
};

/**
 * Shares are over owners, and unknown where too much of the supply has no known owner. How many there are the largest
 * accounts, which a node tells, do not say, nor do those that are kept where others were let go.
 */
export function holdersOf(
  state: TokenCore,
  { holders, excluded, observed, answered, top }: Owners,
): HolderFeatures {
  const supply = supplyOf(state);
  const unknown = {
    holders: null,
    top1HolderPercent: null,
    top10HolderPercent: null,
    top10OfSoldPercent: null,
    excludedHolderPercent: null,
    holderCoverage: null,
  };
  if (supply === null || supply === 0n) return unknown;
  // Accounts hold more than was told where a transfer between them, or minting, was missed.
  const share = (amount: bigint, of = supply) => Math.min(1, Number(amount) / Number(of));
  const holderCoverage = share(observed);
  const areSomeLetGo = state.accountsFrom !== undefined;
  const isVenueKnown = state.lifecycle === 'graduated' ? state.pool !== null : state.bondingCurve !== null;
  if (holderCoverage < HOLDER_COVERAGE_MIN || !isVenueKnown) return { ...unknown, holderCoverage };
  const top10 = top.reduce((sum, balance) => sum + balance, 0n);
  return {
    holders: areSomeLetGo || share(observed - answered) < HOLDER_COVERAGE_MIN ? null : holders,
    top1HolderPercent: share(top[0] ?? 0n) * 100,
    top10HolderPercent: share(top10) * 100,
    top10OfSoldPercent: supply > excluded ? share(top10, supply - excluded) * 100 : null,
    excludedHolderPercent: share(excluded) * 100,
    holderCoverage,
  };
}
