import type { Random } from '@cryptonite/provider/random.js';
import { INITIAL_BUY_SOL } from '../calibration/launch-data.js';

/** What a creator buys in the transaction that creates the coin, in SOL: with thrift 1 the real launches' distribution. */
export function drawInitialBuySol(thrift: number, random: Random): number {
  const position = random.unit() ** thrift * (INITIAL_BUY_SOL.length - 1);
  const step = Math.floor(position);
  const low = INITIAL_BUY_SOL[step]!;
  return low + (INITIAL_BUY_SOL[step + 1]! - low) * (position - step);
}
