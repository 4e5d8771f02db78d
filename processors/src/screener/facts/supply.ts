/** How many tokens there are now: what was told last, and what was minted and burnt since. */
import { U64_MAX } from '@cryptonite/contracts/amounts';
import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import { CURVE } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { isStandardCurve } from './curve.js';

/**
 * Base units in existence; null where neither a fact nor the standard curve tells. A curve says what its launch minted: it
 * tells nothing of mayhem coins, nor of a token of which something was minted or burnt.
 */
export function supplyOf({ supply, supplyChangedAt = null, curve, isMayhem }: TokenCore): bigint | null {
  if (supply !== null) return supply;
  const isAsLaunched = supplyChangedAt === null && isMayhem !== true;
  return isAsLaunched && curve !== null && isStandardCurve(curve) ? CURVE.totalSupply : null;
}

/** Takes what a fact tells of the whole supply, unless something newer is known. */
export function tellSupply(state: TokenCore, supply: bigint | null, position: string): void {
  const { supplyToldAt = null, supplyChangedAt = null } = state;
  if (supply === null || isBefore(position, supplyToldAt) || isBefore(position, supplyChangedAt)) return;
  state.supply = supply;
  state.supplyToldAt = position;
}

/** Takes what a node told, which is as of the end of its slot. */
export const tellSupplyAt = (state: TokenCore, supply: bigint | null, slot: number): void =>
  tellSupply(state, supply, positionOf({ slot, ...SLOT_END, inner: 0 }));

/**
 * Adds what was minted, less what was burnt, unless what was told last has it in. A launch mints the first of its tokens.
 * What nothing is known to be added to stays unknown.
 */
export function changeSupply(state: TokenCore, change: bigint, position: string, isLaunch: boolean): void {
  const { supplyToldAt = null, supplyChangedAt = null } = state;
  if (supplyToldAt !== null && position <= supplyToldAt) return;
  const before = isLaunch ? (state.supply ?? 0n) : supplyOf(state);
  state.supplyChangedAt = isBefore(position, supplyChangedAt) ? supplyChangedAt : position;
  const after = before === null ? -1n : before + change;
  state.supply = after < 0n || after > U64_MAX ? null : after;
}

const isBefore = (position: string, other: string | null): boolean => other !== null && position < other;
