/** Counts of a token's whale buyers, by what they bought in which minutes. */
import { WHALE_LAMPORTS, WHALE_WINDOW_MS } from '@cryptonite/contracts/rules';
import { firstBucketOf } from '../../measures/ring.js';
import { saleNumber } from './buys.js';
import type { Ledger } from './ledger.js';

const MINUTE_MS = 60_000;

/** Whale buyers within an hour and within ten minutes, and what those of the hour bought less what they sold. */
export type Whales = { h1: number; m10: number; netLamports: bigint };

export function countWhales({ buys, sells, wallets }: Ledger, rows: readonly number[], now: number): Whales {
  const hourFrom = firstBucketOf(now, WHALE_WINDOW_MS.h1, MINUTE_MS);
  const from = firstBucketOf(now, WHALE_WINDOW_MS.m10, MINUTE_MS);
  const counted = { h1: 0, m10: 0, netLamports: 0n };
  for (const row of rows) {
    const bought = buys.sumFrom(wallets.buys[row]!, hourFrom);
    if (bought < WHALE_LAMPORTS) continue;
    counted.h1 += 1;
    counted.netLamports += bought - sells.sumFrom(wallets.sells[row]!, saleNumber(hourFrom, false));
    if (buys.sumFrom(wallets.buys[row]!, from) >= WHALE_LAMPORTS) counted.m10 += 1;
  }
  return counted;
}
