import type { Update } from '@cryptonite/provider/update.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { TOKEN_SUPPLY } from './curve.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from './market-source.js';
import { readTransactions, type Transaction } from './read-transactions.js';

const play = (options: Partial<BoundedMarketOptions>): Generator<Update[]> =>
  playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    launches: Number.POSITIVE_INFINITY,
    transactions: Number.POSITIVE_INFINITY,
    regime: 'middle',
    ...options,
  });

const OUTSIDE = new Set([toBase58(WRAPPED_SOL), toBase58(USDC)]);

/** Adds up, from the balances that transactions show, what all owners of each launch hold. */
class Holdings {
  readonly #accounts = new Map<string, bigint>();
  readonly #supplies = new Map<string, bigint>();
  readonly #touched = new Set<string>();
  /** What was looked at: supplies, and transactions of the kinds that move tokens in ways of their own. */
  readonly seen = { supplies: 0, failed: 0, inUsdc: 0, inCoin: 0, migrations: 0, afterMigration: 0 };

  /** Throws where a balance is not what the last transaction left, or a supply is not what it was at the start. */
  noteSlot(updates: readonly Update[]): void {
    for (const transaction of readTransactions(updates)) this.#note(transaction);
    for (const mint of this.#touched) {
      const supply = this.#supplies.get(mint);
      if (supply !== TOKEN_SUPPLY) throw new Error(`${mint} has a supply of ${supply}`);
      this.seen.supplies += 1;
    }
    this.#touched.clear();
  }

  #note({ transaction, meta }: Transaction): void {
    const { seen } = this;
    const keyOf = (index: number): string =>
      Buffer.from(transaction!.message!.accountKeys[index]!).toString('latin1');
    const { preTokenBalances, postTokenBalances, logMessages, err } = meta!;
    for (const { accountIndex, mint, uiTokenAmount } of preTokenBalances) {
      if (OUTSIDE.has(mint)) continue;
      const key = keyOf(accountIndex);
      const before = BigInt(uiTokenAmount!.amount);
      // Accounts for another coin are opened where no subscriber of launchpads looks.
      if (before !== (this.#accounts.get(key) ?? 0n)) throw new Error(`${mint}: ${before} came from nowhere`);
      this.#accounts.delete(key);
      this.#add(mint, -before);
    }
    for (const { accountIndex, mint, uiTokenAmount } of postTokenBalances) {
      if (OUTSIDE.has(mint)) continue;
      this.#accounts.set(keyOf(accountIndex), BigInt(uiTokenAmount!.amount));
      this.#add(mint, BigInt(uiTokenAmount!.amount));
    }
    const mints = [...new Set(postTokenBalances.map(({ mint }) => mint))];
    if (err !== undefined) seen.failed += 1;
    if (mints.includes(toBase58(USDC))) seen.inUsdc += 1;
    if (mints.filter((mint) => !OUTSIDE.has(mint)).length > 1) seen.inCoin += 1;
    if (logMessages.includes('Program log: Instruction: MigrateV2')) seen.migrations += 1;
    else if (seen.migrations > 0) seen.afterMigration += 1;
  }

  #add(mint: string, amount: bigint): void {
    this.#supplies.set(mint, (this.#supplies.get(mint) ?? 0n) + amount);
    this.#touched.add(mint);
  }
}

/** Checks the supplies at every slot until enough has been seen, or to the end. */
function checkSupplies(
  slots: Iterable<Update[]>,
  isEnough: (seen: Holdings['seen']) => boolean = () => false,
): Holdings['seen'] {
  const holdings = new Holdings();
  for (const updates of slots) {
    holdings.noteSlot(updates);
    if (isEnough(holdings.seen)) break;
  }
  return holdings.seen;
}

describe('a market of any seed', () => {
  it('conserves the supply of every launch over all owners at every slot, through failures and a migration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const seen = checkSupplies(
          play({ seed, regime: 'high' }),
          ({ afterMigration }) => afterMigration > 3_000,
        );
        expect(seen.failed).toBeGreaterThan(1_000);
      }),
      { numRuns: 3, seed: 4 },
    );
  }, 60_000);

  it('conserves it where USDC is paid, or a coin that has a pool', () => {
    const seen = checkSupplies(
      play({ seed: 7, regime: 'high', launches: 1_000 }),
      ({ inUsdc, inCoin }) => inUsdc > 100 && inCoin > 100,
    );
    expect(seen.inUsdc).toBeGreaterThan(100);
    expect(seen.inCoin).toBeGreaterThan(100);
  }, 60_000);

  it('conserves it of 300 launches as they come', () => {
    expect(checkSupplies(play({ launches: 300 })).supplies).toBeGreaterThan(3_000);
  }, 60_000);
});
