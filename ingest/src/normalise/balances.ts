import type { BalanceChanged } from '@cryptonite/contracts/events';
import type { TokenBalance, Transaction } from '../decode/transaction.js';
import { type Context, endBaseOf } from './context.js';
import { Unreadable } from './unreadable.js';

type Change = { accountIndex: number; mint: string; before: TokenBalance | null; after: TokenBalance | null };

/**
 * Every token account of `mints` whose amount or owner the transaction changed. An account that is listed before
 * and not after was closed, or has another mint by now: it holds 0 of this one. The inner number is the account's
 * index in the transaction, so that a fact keeps its id whatever stands beside it.
 */
export function normaliseBalances(
  context: Context,
  transaction: Transaction,
  mints: ReadonlySet<string>,
): BalanceChanged[] {
  // Few accounts, so that looking through them is cheaper than a map keyed by both.
  const changes: Change[] = [];
  const changeOf = ({ accountIndex, mint }: TokenBalance): Change => {
    for (const change of changes)
      if (change.accountIndex === accountIndex && change.mint === mint) return change;
    const change = { accountIndex, mint, before: null, after: null };
    changes.push(change);
    return change;
  };
  for (const balance of context.before) if (mints.has(balance.mint)) changeOf(balance).before = balance;
  for (const balance of context.after) if (mints.has(balance.mint)) changeOf(balance).after = balance;

  return changes
    .filter(({ before, after }) => before?.amount !== after?.amount || before?.owner !== after?.owner)
    .map(({ accountIndex, mint, before, after }) => {
      const account = transaction.key(accountIndex);
      if (account === undefined)
        throw new Unreadable(`balance of account ${accountIndex}, which is not there`);
      return {
        kind: 'BalanceChanged' as const,
        ...endBaseOf(context, 'BalanceChanged', accountIndex),
        mint,
        account: account.toString(),
        ownerBefore: before?.owner ?? null,
        ownerAfter: after?.owner ?? null,
        amount: after?.amount ?? 0n,
      };
    })
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}
