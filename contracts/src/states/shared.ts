import { z } from 'zod';
import { I128 } from '../amounts/index.js';
import { TimeMs } from '../chain/index.js';

/**
 * Buckets of trades in stream time, oldest first, one array per column; only buckets that saw a trade exist.
 * A bucket's number is its start ÷ its width.
 */
export const Ring = z.object({
  bucket: z.array(z.int()),
  buys: z.array(z.int()),
  sells: z.array(z.int()),
  /** Base units of the token's quote. */
  quote: z.array(I128),
  usdMicros: z.array(I128),
  /** Trades that had no USD value at their time. */
  unpriced: z.array(z.int()),
  /** Trades in another quote than the token's. */
  foreign: z.array(z.int()),
  /** Price at the bucket's end, quote base units per token base unit. */
  close: z.array(z.number().nullable()),
  /** The newest price before the first bucket. */
  before: z.object({ time: TimeMs, close: z.number() }).nullable(),
});
export type Ring = z.infer<typeof Ring>;

/** A ring of no more than the hour for which traders are kept. */
export const TradersRing = Ring.extend({
  /** Wallets whose newest trade lies in the bucket: their sum over a window is its distinct traders. */
  newestOf: z.array(z.int()),
});
export type TradersRing = z.infer<typeof TradersRing>;
