import type { Transaction } from '../decode/transaction.js';
import type { Line } from '../decode-cli/decode-json.js';

export type VaultCheck = { compared: number; differences: string[] };

/** Facts after which a pool holds something else. */
const MOVES_RESERVES = new Set(['TradeExecuted', 'LiquidityChanged', 'FeesSwept', 'PoolBoosted']);

/**
 * Holds the real reserves after the last trade of each pool against the balances of its vaults after the transaction,
 * where the transaction has these and the trade is the last that moved them. `lines` are in order of position. A pool of
 * `traded` that has such balances and was not compared is a difference: a check that compares nothing finds nothing.
 */
export function checkVaults(
  transaction: Transaction,
  lines: readonly Line[],
  traded: readonly string[],
): VaultCheck {
  const checked: VaultCheck = { compared: 0, differences: [] };
  const lastOfPool = new Map(
    lines.filter(({ kind }) => MOVES_RESERVES.has(kind)).map((line) => [line.pool, line]),
  );
  const balances = transaction.balancesAfter();
  const compared = new Set<unknown>();
  for (const [pool, line] of lastOfPool) {
    if (line.kind !== 'TradeExecuted' || line.venue !== 'pumpswap') continue;
    for (const [field, mint] of [
      ['realTokenReserves', line.mint],
      ['realQuoteReserves', line.quoteMint],
    ] as const) {
      const held = balances.filter((each) => each.owner === pool && each.mint === mint);
      if (held.length === 0) continue;
      checked.compared += 1;
      compared.add(pool);
      if (held.some(({ amount }) => String(amount) === line[field])) continue;
      checked.differences.push(
        `${field} of pool ${pool} is ${line[field]}, its vault holds ${held[0]!.amount}`,
      );
    }
  }
  for (const pool of new Set(traded)) {
    const last = lastOfPool.get(pool);
    const isMovedOtherwise = last !== undefined && last.kind !== 'TradeExecuted';
    if (compared.has(pool) || isMovedOtherwise || !balances.some(({ owner }) => owner === pool)) continue;
    checked.differences.push(`nothing of pool ${pool} was held against its vaults`);
  }
  return checked;
}
