import type { Transaction } from '../decode/transaction.js';
import type { Line } from '../decode-cli/decode-file.js';

export type VaultCheck = { compared: number; differences: string[] };

/** Facts after which a pool holds something else. */
const MOVES_RESERVES = new Set(['TradeExecuted', 'LiquidityChanged', 'FeesSwept', 'PoolBoosted']);

/**
 * Holds the real reserves after the last trade of each pool against the balances of its vaults after the transaction,
 * where the transaction has these and the trade is the last that moved them. `lines` are in order of position.
 */
export function checkVaults(transaction: Transaction, lines: readonly Line[]): VaultCheck {
  const checked: VaultCheck = { compared: 0, differences: [] };
  const lastOfPool = new Map(
    lines.filter(({ kind }) => MOVES_RESERVES.has(kind)).map((line) => [line.pool, line]),
  );
  const balances = transaction.balancesAfter();
  for (const [pool, line] of lastOfPool) {
    if (line.kind !== 'TradeExecuted' || line.venue !== 'pumpswap') continue;
    for (const [field, mint] of [
      ['realTokenReserves', line.mint],
      ['realQuoteReserves', line.quoteMint],
    ] as const) {
      const held = balances.filter((each) => each.owner === pool && each.mint === mint);
      if (held.length === 0) continue;
      checked.compared += 1;
      if (held.some(({ amount }) => String(amount) === line[field])) continue;
      checked.differences.push(
        `${field} of pool ${pool} is ${line[field]}, its vault holds ${held[0]!.amount}`,
      );
    }
  }
  return checked;
}
