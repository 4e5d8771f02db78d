import { createHash } from 'node:crypto';
import type { Update } from '@cryptonite/provider/update.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { TOKEN_SUPPLY } from './curve.js';
import { LAYOUT_NAMES, type LayoutName, NEWEST_LAYOUT } from './layouts.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from './market-source.js';
import { readTransactions, type Transaction } from './read-transactions.js';
import { isForLaunchpads } from './subscribed.js';

/**
 * `npm run market -- --seed 7 --launches 300 --layout …`: a change of behaviour changes the newest, and puts the new one here.
 * Layouts of the past stay what they are.
 */
const DIGESTS: Readonly<Record<LayoutName, string>> = {
  '2024-08': '47e6c3610e3d03fb41baf9f648b0ce06cb0a4a4e6a441439e6f1e29cb5379b0d',
  '2025-05': '9a9ea651eb39df6fc84550542a7df00b8f29ba83916836a0ec41d53beff22a55',
  '2025-10': '17ff5b9a7539fd580dbd2d3bc88aab9957de9669f26db0f18cd4e68af48bd199',
  '2026-02': 'e6eddcd34bc3437f0e8866a68b21bb5f27f83ce0b5a6808973147d2f4e61f3e5',
  '2026-04': '6c7b796cf606c584ddbf61f809f860fe381ec40000a4576f5247740a27325e14',
  '2026-07': 'f1460a1859555206f6efb010a0ff8644e5e742c8795ba3ee37e6a49f23598bc0',
  '2026-10': '365a9afd4c71b02e469470b0b313174ed7b8b2649d89c625be7ce2659b995f01',
  '2026-10b': '751ad8daf6ce614e7abb04dc31aa11ffbedf9b5425e043535cf6ae80bb30270c',
};

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

describe('a market of 300 launches', () => {
  it('is the same, byte for byte, for the same seed, and conserves every supply at every slot', () => {
    const hash = createHash('sha256');
    function* hashed(): Generator<Update[]> {
      for (const updates of play({ launches: 300 })) {
        for (const { body } of updates) hash.update(body);
        yield updates;
      }
    }
    expect(checkSupplies(hashed()).supplies).toBeGreaterThan(3_000);
    expect(hash.digest('hex')).toBe(DIGESTS[NEWEST_LAYOUT]);
  });

  it.each(LAYOUT_NAMES.filter((layout) => layout !== NEWEST_LAYOUT))(
    'of %s is the same as ever',
    (layout) => {
      const hash = createHash('sha256');
      for (const updates of play({ launches: 300, layout }))
        for (const { body } of updates) hash.update(body);
      expect(hash.digest('hex')).toBe(DIGESTS[layout]);
    },
    60_000,
  );
});

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

  it('ends where the layout knows no pools and a coin leaves for another exchange', () => {
    let graduated = 0;
    const onTruth: BoundedMarketOptions['onTruth'] = (truth) => {
      if (truth.graduatedMs !== null) graduated += 1;
    };
    const slots = play({ seed: 3, regime: 'high', layout: '2024-08', launches: 150, onTruth });
    for (const _ of slots);
    expect(graduated).toBeGreaterThan(0);
  });

  it('is the same, byte for byte, where only what launchpads are subscribed for is encoded', () => {
    const updatesOf = (encodesAll: boolean) => [...play({ launches: 60, encodesAll })].flat();
    const [all, some] = [updatesOf(true), updatesOf(false)];
    const sent = (updates: readonly Update[]): Buffer[] =>
      updates.filter(isForLaunchpads).map(({ body }) => body);
    expect(sent(all).length).toBeGreaterThan(1_000);
    expect(Buffer.concat(sent(some)).equals(Buffer.concat(sent(all)))).toBe(true);
    const failed = some.filter((update) => update.kind === 'transaction' && update.failed);
    expect(failed.length).toBeGreaterThan(100);
    expect(failed.every(({ body }) => body.length === 0)).toBe(true);
  });

  it('is another for another seed', () => {
    const bytes = (seed: number): Buffer =>
      Buffer.concat([...play({ seed, transactions: 50 })].flat().map(({ body }) => body));
    expect(bytes(7).equals(bytes(7))).toBe(true);
    expect(bytes(7).equals(bytes(8))).toBe(false);
  });
});
