/** Counts of a token's whale buyers, by what they bought in which minutes. */
import { WHALE_LAMPORTS, WHALE_WINDOW_MS } from '@cryptonite/contracts/rules';
import { firstBucketOf } from '../../measures/ring.js';
import { saleNumber } from './buys.js';
import type { Ledger } from './ledger.js';

const MINUTE_MS = 60_000;

/** Whale buyers within an hour and within ten minutes, and what those of the hour bought less what they sold. */
export type Whales = { h1: number; m10: number; netLamports: bigint };

export function countWhales(ledger: Ledger, rows: readonly number[], now: number): Whales {
  const counted = { h1: 0, m10: 0, netLamports: 0n };
  for (const row of rows) addWhale(counted, ledger, row, now, 1);
  return counted;
}

/** Those whale buyers within an hour that hold the token. */
export function countHoldingWhales({ buys, wallets }: Ledger, rows: readonly number[], now: number): number {
  const hourFrom = firstBucketOf(now, WHALE_WINDOW_MS.h1, MINUTE_MS);
  let holding = 0;
  for (const row of rows)
    if (wallets.balance[row] !== 0n && buys.sumFrom(wallets.buys[row]!, hourFrom) >= WHALE_LAMPORTS)
      holding += 1;
  return holding;
}

/** Adds what the wallet of a row counts as of `now`, or takes it away with -1. */
export function addWhale(
  to: Whales,
  { buys, sells, wallets }: Ledger,
  row: number,
  now: number,
  by: 1 | -1,
): void {
  const hourFrom = firstBucketOf(now, WHALE_WINDOW_MS.h1, MINUTE_MS);
  const from = firstBucketOf(now, WHALE_WINDOW_MS.m10, MINUTE_MS);
  const bought = buys.sumFrom(wallets.buys[row]!, hourFrom);
  if (bought < WHALE_LAMPORTS) return;
  const net = bought - sells.sumFrom(wallets.sells[row]!, saleNumber(hourFrom, false));
  to.h1 += by;
  to.netLamports += by === 1 ? net : -net;
  if (buys.sumFrom(wallets.buys[row]!, from) >= WHALE_LAMPORTS) to.m10 += by;
}
