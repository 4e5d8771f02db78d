/** What the screener keeps: topic `screener.state`, in the partition of the journal that it was folded from. */
import { z } from 'zod';
import { ScreenerClock } from './clock.js';
import { wireOf } from './encode.js';
import { AccountShard, TokenState, TraderShard } from './token-state.js';

export * from './clock.js';
export * from './shared.js';
export * from './token-state.js';

export const ScreenerState = z.discriminatedUnion('kind', [
  ScreenerClock,
  TokenState,
  AccountShard,
  TraderShard,
]);
export type ScreenerState = z.infer<typeof ScreenerState>;

/** The record's key, by which the topic is compacted. */
export function stateKeyOf(state: ScreenerState): string {
  switch (state.kind) {
    case 'clock':
      return 'clock';
    case 'token':
      return `token/${state.mint}`;
    case 'accounts':
    case 'traders':
      return `${state.kind}/${state.mint}/${state.shard}`;
  }
}

export const encodeScreenerState = (state: ScreenerState): string => JSON.stringify(wireOf(state));
/** Throws a ZodError, or a SyntaxError where the text is not JSON. */
export const decodeScreenerState = (text: string): ScreenerState => ScreenerState.parse(JSON.parse(text));
