/** Owners of a token and their shares. */

import { placeOf } from '@cryptonite/contracts/amounts';
import { HOLDER_COVERAGE_MIN } from '@cryptonite/contracts/rules';
import type { AccountState, TokenState } from '@cryptonite/contracts/states';
import { supplyOf } from './curve.js';

/** pump.fun's own trader in mayhem coins: no holder, and its trades say nothing of a market. */
export const MAYHEM_AGENT = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s';

const NEVER_HOLDERS = new Set([
  MAYHEM_AGENT,
  // pump.fun's migration authority holds the tokens between curve and pool.
  '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg',
  // Raydium's authorities, which own the vaults of all its pools: AMM v4 and CPMM.
  '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1',
  'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL',
  // Burn addresses: the incinerator and the system program.
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
]);

const TOP = 10;

export type HolderFeatures = {
  holders: number | null;
  top1HolderPercent: number | null;
  top10HolderPercent: number | null;
  excludedHolderPercent: number | null;
  holderCoverage: number;
};

/** Shares are over owners. What stood in an account before the newest gap is no longer known. */
export function holdersOf(
  state: TokenState,
  balanceOfOwner: ReadonlyMap<string, bigint>,
  accounts: Iterable<AccountState>,
  gapSlot: number | null,
): HolderFeatures {
  const supply = supplyOf(state);
  const unknown = {
    holders: null,
    top1HolderPercent: null,
    top10HolderPercent: null,
    excludedHolderPercent: null,
  };
  if (supply === null || supply === 0n) return { ...unknown, holderCoverage: 0 };

  let holders = 0;
  let excluded = 0n;
  let observed = 0n;
  const top: bigint[] = [];
  for (const [owner, balance] of balanceOfOwner) {
    if (balance <= 0n) continue;
    observed += balance;
    if (owner === state.bondingCurve || owner === state.pool || NEVER_HOLDERS.has(owner)) {
      excluded += balance;
      continue;
    }
    holders += 1;
    if (top.length === TOP && balance <= top[TOP - 1]!) continue;
    let place = top.length;
    while (place > 0 && top[place - 1]! < balance) place -= 1;
    top.splice(place, 0, balance);
    if (top.length > TOP) top.pop();
  }

  if (gapSlot !== null && state.firstSlot < gapSlot) {
    observed = 0n;
    for (const { amount, position } of accounts) if (placeOf(position).slot >= gapSlot) observed += amount;
  }
  const share = (amount: bigint) => Number(amount) / Number(supply);
  const holderCoverage = Math.min(1, share(observed));
  const isVenueKnown = state.lifecycle === 'graduated' ? state.pool !== null : state.bondingCurve !== null;
  if (holderCoverage < HOLDER_COVERAGE_MIN || !isVenueKnown) return { ...unknown, holderCoverage };
  return {
    holders,
    top1HolderPercent: share(top[0] ?? 0n) * 100,
    top10HolderPercent: share(top.reduce((sum, balance) => sum + balance, 0n)) * 100,
    excludedHolderPercent: share(excluded) * 100,
    holderCoverage,
  };
}
