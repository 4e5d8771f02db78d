/** What is known of a token's mint: as a node told it, and as the chain said since. */
import { slotOf } from '@cryptonite/contracts/chain';
import type { AuthorityObserved, MintObserved } from '@cryptonite/contracts/events';
import type { TokenCore, World } from '@cryptonite/contracts/states';
import { tellSupplyAt } from '../facts/supply.js';
import { mintOf, withPower } from '../scores/mint-powers.js';
import { newWorld } from './asks.js';

const POWERS = { mint: 'mintAuthority', freeze: 'freezeAuthority' } as const;

/**
 * The mint is asked about anew. Of what was told another authority changes that one alone; of a mint that was not told
 * nothing is known by it. One that comes late may not be the newest.
 */
export function noteAuthority(
  state: TokenCore,
  { authority, holder, position }: AuthorityObserved,
  isNewest: boolean,
): void {
  state.world ??= newWorld();
  const { world } = state;
  const slot = slotOf(position);
  world.authoritySlot = Math.max(world.authoritySlot ?? slot, slot);
  if (world.mint && slot <= world.mint.observedSlot) return;
  world.askedAt.mint = null;
  world.lookedAt = null;
  if (world.mint) world.mint = withPower(world.mint, POWERS[authority], isNewest ? holder !== null : null);
}

/** Whether a node told an earlier state of the mint than is known. */
export const isOutdated = ({ mint, authoritySlot }: World, { observedSlot }: MintObserved): boolean =>
  observedSlot < Math.max(mint?.observedSlot ?? 0, authoritySlot ?? 0);

/** That a node knows of no such account says nothing of its powers. */
export function takeMint(state: TokenCore, world: World, answer: MintObserved): void {
  tellSupplyAt(state, answer.supply, answer.observedSlot);
  if (answer.exists) world.mint = mintOf(answer);
}
