import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Update } from '../yellowstone/update.js';
import { toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { TOKEN_SUPPLY } from './curve.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from './market-source.js';
import { eventsOf, readTransactions } from './read-transactions.js';

/** `npm run market -- --seed 7 --launches 300`: a change of behaviour changes it, and puts the new one here. */
const DIGEST = 'd7a261bc15c1df6f794e9c4cc61a1f7e79a8179a4326eff4baa8d7823512d28b';

const play = (options: Partial<BoundedMarketOptions>): Generator<Update[]> =>
  playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    launches: Number.POSITIVE_INFINITY,
    transactions: Number.POSITIVE_INFINITY,
    regime: 'middle',
    ...options,
  });

const QUOTES = new Set([toBase58(WRAPPED_SOL), toBase58(USDC)]);

/** Adds up, from the balances that transactions show, what all owners of each launch hold. */
class Holdings {
  readonly #accounts = new Map<string, bigint>();
  readonly #supplies = new Map<string, bigint>();
  readonly #touched = new Set<string>();

  /** Throws where a balance is not what the last transaction left. */
  note(updates: readonly Update[]): void {
    for (const { transaction, meta } of readTransactions(updates)) {
      const keyOf = (index: number): string =>
        Buffer.from(transaction!.message!.accountKeys[index]!).toString('latin1');
      for (const { accountIndex, mint, uiTokenAmount } of meta!.preTokenBalances) {
        if (QUOTES.has(mint)) continue;
        const key = keyOf(accountIndex);
        const before = BigInt(uiTokenAmount!.amount);
        // Accounts for another coin are opened where no subscriber of launchpads looks.
        expect(before).toBe(this.#accounts.get(key) ?? 0n);
        this.#accounts.delete(key);
        this.#add(mint, -before);
      }
      for (const { accountIndex, mint, uiTokenAmount } of meta!.postTokenBalances) {
        if (QUOTES.has(mint)) continue;
        this.#accounts.set(keyOf(accountIndex), BigInt(uiTokenAmount!.amount));
        this.#add(mint, BigInt(uiTokenAmount!.amount));
      }
    }
  }

  /** What the launches touched since the last time have in all. */
  takeSupplies(): bigint[] {
    const supplies = [...this.#touched].map((mint) => this.#supplies.get(mint)!);
    this.#touched.clear();
    return supplies;
  }

  #add(mint: string, amount: bigint): void {
    this.#supplies.set(mint, (this.#supplies.get(mint) ?? 0n) + amount);
    this.#touched.add(mint);
  }
}

/** Plays to the end and checks every slot; gives the number of supplies that were looked at. */
function checkSupplies(slots: Iterable<Update[]>): number {
  const holdings = new Holdings();
  let looks = 0;
  for (const updates of slots) {
    holdings.note(updates);
    for (const supply of holdings.takeSupplies()) {
      expect(supply).toBe(TOKEN_SUPPLY);
      looks += 1;
    }
  }
  return looks;
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
    expect(checkSupplies(hashed())).toBeGreaterThan(3_000);
    expect(hash.digest('hex')).toBe(DIGEST);
  });
});

describe('a market of any seed', () => {
  it('conserves the supply of every launch over all owners at every slot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.constantFrom('low', 'high'), (seed, regime) => {
        checkSupplies(play({ seed, regime, transactions: 800 }));
      }),
      { numRuns: 5 },
    );
  });

  it('has launches that are bought with a coin that has a pool', () => {
    const pooled = new Set<string>();
    let boughtWith: string | null = null;
    for (const updates of play({ seed: 7, regime: 'high', launches: 1_000 })) {
      for (const { name, data } of readTransactions(updates).flatMap((sent) => eventsOf(sent).cpi)) {
        if (name === 'CreatePoolEvent') pooled.add(String(data.base_mint));
        if (name === 'TradeEvent' && pooled.has(String(data.quote_mint)))
          boughtWith = String(data.quote_mint);
      }
      if (boughtWith !== null) break;
    }
    expect(pooled).toContain(boughtWith);
  });

  it('ends where the layout knows no pools and a coin leaves for another exchange', () => {
    let graduated = 0;
    const onTruth: BoundedMarketOptions['onTruth'] = (truth) => {
      if (truth.graduatedMs !== null) graduated += 1;
    };
    const slots = play({ seed: 3, regime: 'high', layout: '2024-08', launches: 150, onTruth });
    for (const _ of slots);
    expect(graduated).toBeGreaterThan(0);
  });

  it('is another for another seed', () => {
    const bytes = (seed: number): Buffer =>
      Buffer.concat([...play({ seed, transactions: 50 })].flat().map(({ body }) => body));
    expect(bytes(7).equals(bytes(7))).toBe(true);
    expect(bytes(7).equals(bytes(8))).toBe(false);
  });
});
