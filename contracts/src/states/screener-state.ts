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
