import { z } from 'zod';
import { ScreenerClock } from './clock.js';
import { AccountShard, TokenState, TraderShard } from './token-state.js';

export const ScreenerState = z.discriminatedUnion('kind', [
  ScreenerClock,
  TokenState,
  AccountShard,
  TraderShard,
]);
export type ScreenerState = z.infer<typeof ScreenerState>;

/** The version in which each kind is written. Those before it are read by their steps in `versions.ts`. */
export const STATE_VERSIONS = {
  clock: ScreenerClock.shape.v.value,
  token: TokenState.shape.v.value,
  accounts: AccountShard.shape.v.value,
  traders: TraderShard.shape.v.value,
} satisfies Record<ScreenerState['kind'], number>;
