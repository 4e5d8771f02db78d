/** What the screener keeps: topic `screener.state`, in the partition of the journal that it was folded from. */
import { wireOf } from './encode.js';
import type { ScreenerState } from './screener-state.js';

export * from './clock.js';
export { decodeScreenerState } from './decode.js';
export * from './evicted-state.js';
export * from './screener-state.js';
export * from './shared.js';
export * from './token-state.js';

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
