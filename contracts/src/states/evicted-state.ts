import { z } from 'zod';
import { Mint, TimeMs } from '../chain/index.js';

/**
 * One part of what the screener knew of a token when it went quiet: topic `screener.evicted`, keyed by mint, in the
 * partition of the journal. The sink stores it in `evicted_states`; the screener reads it back when the token is met
 * again.
 */
export const EvictedState = z.object({
  v: z.literal(1),
  mint: Mint,
  partition: z.int(),
  /** The journal's record that made the token leave: what is folded after it may find the token here. */
  evictedOffset: z.int(),
  /** Stream time then. */
  evictedAt: TimeMs,
  /** From 0, and of how many: only all of them together are the token. */
  part: z.int(),
  parts: z.int(),
  /** A token or a shard of it as the topic of states holds it; bytes as Base64. */
  state: z.string(),
});
export type EvictedState = z.infer<typeof EvictedState>;

export const encodeEvictedState = (evicted: EvictedState): string => JSON.stringify(evicted);
/** Throws a ZodError, or a SyntaxError where the text is not JSON. */
export const decodeEvictedState = (text: string): EvictedState => EvictedState.parse(JSON.parse(text));

export const evictedStateSamples: readonly z.input<typeof EvictedState>[] = [
  {
    v: 1,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    partition: 2,
    evictedOffset: 10440,
    evictedAt: 1759938922000,
    part: 0,
    parts: 2,
    state: '{"kind":"token"}',
  },
];
