/** Whose transfers the stream is to follow: those who hold what is near a list. A function of state and stream time. */
import { FOLLOWED_PER_TOKEN, FOLLOWED_TOLD_EVERY_MS } from '@cryptonite/contracts/follows';
import type { World } from '@cryptonite/contracts/states';
import { supplyOf } from '../facts/supply.js';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';

const MILLION = 1_000_000n;

/** Of a token near a list that was just measured. */
export function tellFollowed(
  partition: Partition,
  { state, accounts }: Token,
  world: World,
  slot: number,
  now: number,
): void {
  const { followedAt = null } = world;
  if (followedAt !== null && now - followedAt < FOLLOWED_TOLD_EVERY_MS) return;
  const supply = supplyOf(state);
  if (supply === null || supply === 0n) return;
  const largest = accounts.largest(FOLLOWED_PER_TOKEN);
  if (largest.length === 0) return;
  world.followedAt = now;
  partition.followed.push({
    v: 1,
    mint: state.mint,
    time: now,
    slot,
    source: state.source,
    accounts: largest.map(({ account, amount }) => ({
      account,
      partsPerMillion: amount < supply ? Number((amount * MILLION) / supply) : Number(MILLION),
    })),
  });
}

/** Of a token that is far from every list again. */
export function tellUnfollowed(partition: Partition, { state }: Token, now: number): void {
  const { mint, source, world } = state;
  const { slot } = partition.clock;
  if (slot === null || (world?.followedAt ?? null) === null) return;
  partition.followed.push({ v: 1, mint, time: now, slot, source, accounts: [] });
  world!.followedAt = null;
}
