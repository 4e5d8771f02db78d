import type { Key } from '../decode/key.js';
import type { Instruction, Transaction } from '../decode/transaction.js';
import type { Context } from './context.js';
import type { PoolMints } from './quote.js';
import { Unreadable } from './unreadable.js';

type NamedAccounts = {
  pool: Key;
  user_base_token_account: Key | undefined;
  user_quote_token_account: Key | undefined;
};

type Places = { pool: number; base: number; quote: number };

/** Where every PumpSwap instruction that moves one pool's tokens has these accounts. */
const ONE_POOL: Places = { pool: 0, base: 3, quote: 4 };

// multi_hop_swap names the mints, the pool or curve and its vaults, five accounts, of each hop after its own.
const FIRST_HOP = 16;
const HOP_ACCOUNTS = 5;
const hopAt = (first: number): Places => ({ base: first, quote: first + 1, pool: first + 2 });

/**
 * The mints of a PumpSwap pool, which its events do not name: from the emitting instruction's accounts, else from the
 * balances of the user's accounts and the pool's vaults. Throws Unreadable where neither tells.
 */
export function poolMintsOf(context: Context, emitter: Instruction | null, named: NamedAccounts): PoolMints {
  const { transaction } = context;
  const mints =
    transaction &&
    (fromInstruction(context, transaction, emitter, named.pool) ?? fromBalances(context, transaction, named));
  if (!mints) throw new Unreadable(`neither instruction nor balances name the mints of pool ${named.pool}`);
  return mints;
}

function fromInstruction(
  context: Context,
  transaction: Transaction,
  emitter: Instruction | null,
  pool: Key,
): PoolMints | null {
  if (!emitter) return null;
  const isPool = (account: number) => transaction.key(emitter.accountIndex(account))?.equals(pool) ?? false;
  let places = ONE_POOL;
  for (let first = FIRST_HOP; !isPool(places.pool); first += HOP_ACCOUNTS) {
    if (first >= emitter.accountCount) return null;
    places = hopAt(first);
  }
  const base = transaction.key(emitter.accountIndex(places.base))?.toString();
  const quote = transaction.key(emitter.accountIndex(places.quote))?.toString();
  if (base === undefined || quote === undefined || base === quote) return null;
  // An instruction of a later program version may order its accounts otherwise; the vaults would contradict it.
  const vaults = vaultMintsOf(context, pool.toString());
  return vaults.every((mint) => mint === base || mint === quote) ? { base, quote } : null;
}

function fromBalances(context: Context, transaction: Transaction, named: NamedAccounts): PoolMints | null {
  const vaults = vaultMintsOf(context, named.pool.toString());
  const base = mintOfAccount(context, transaction, named.user_base_token_account);
  const quote = mintOfAccount(context, transaction, named.user_quote_token_account);
  if (base !== null && quote !== null && base !== quote) return { base, quote };
  if (vaults.length !== 2) return null;
  const other = (mint: string): string | null => vaults.find((vault) => vault !== mint) ?? null;
  if (base !== null && vaults.includes(base)) return { base, quote: other(base)! };
  if (quote !== null && vaults.includes(quote)) return { base: other(quote)!, quote };
  return null;
}

function vaultMintsOf({ before, after }: Context, pool: string): string[] {
  const mints: string[] = [];
  for (const balances of [before, after])
    for (const { owner, mint } of balances) if (owner === pool && !mints.includes(mint)) mints.push(mint);
  return mints;
}

function mintOfAccount(
  { before, after }: Context,
  transaction: Transaction,
  account: Key | undefined,
): string | null {
  if (account === undefined) return null;
  const index = transaction.keys.findIndex((key) => key.equals(account));
  const isIt = ({ accountIndex }: { accountIndex: number }) => accountIndex === index;
  return (before.find(isIt) ?? after.find(isIt))?.mint ?? null;
}
