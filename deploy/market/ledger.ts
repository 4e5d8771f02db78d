import type { Address } from './addresses.js';

export interface TokenHolding {
  mint: Address;
  owner: Address;
  /** The token program that owns the account. */
  program: Address;
  decimals: number;
  amount: bigint;
}

/** Lamports that keep a token account of a launch alive (Token-2022, 170 bytes). */
export const TOKEN_ACCOUNT_RENT = 2_074_080n;

/** One account: what it holds, and what it held before the current transaction, if that has touched it. */
interface Entry {
  lamports: bigint;
  token: Readonly<TokenHolding> | null;
  lamportsBefore: bigint;
  tokenBefore: Readonly<TokenHolding> | null;
  /** The transaction that the former values belong to. */
  touchedBy: number;
}

export type LedgerEntry = Readonly<Pick<Entry, 'lamports' | 'token' | 'lamportsBefore' | 'tokenBefore'>>;

const NOTHING: LedgerEntry = { lamports: 0n, token: null, lamportsBefore: 0n, tokenBefore: null };

/**
 * SOL and token balances of every account the market knows, with the state before the current transaction, from
 * which a transaction's meta takes its pre balances.
 */
export class Ledger {
  readonly #entries = new Map<Address, Entry>();
  #touched: Entry[] = [];
  #transaction = 0;

  /** Starts a transaction: what changes from here on is remembered with its former value. */
  begin(): void {
    this.#transaction++;
    this.#touched = [];
  }

  /** Undoes what the current transaction has changed. */
  rollBack(): void {
    for (const entry of this.#touched) {
      entry.lamports = entry.lamportsBefore;
      entry.token = entry.tokenBefore;
    }
  }

  /** An account's balances now and before the current transaction; to be read at once, it changes. */
  entry(key: Address): LedgerEntry {
    const entry = this.#entries.get(key);
    if (!entry) return NOTHING;
    if (entry.touchedBy !== this.#transaction) {
      entry.lamportsBefore = entry.lamports;
      entry.tokenBefore = entry.token;
    }
    return entry;
  }

  lamports(key: Address): bigint {
    return this.#entries.get(key)?.lamports ?? 0n;
  }

  addLamports(key: Address, delta: bigint): void {
    const entry = this.#touch(key);
    const after = entry.lamports + delta;
    if (after < 0n) throw new RangeError(`an account would owe ${-after} lamports`);
    entry.lamports = after;
  }

  moveLamports(from: Address, to: Address, amount: bigint): void {
    this.addLamports(from, -amount);
    this.addLamports(to, amount);
  }

  token(key: Address): Readonly<TokenHolding> | null {
    return this.#entries.get(key)?.token ?? null;
  }

  /** Every open token account. */
  *tokenAccounts(): Generator<[Address, Readonly<TokenHolding>]> {
    for (const [key, { token }] of this.#entries) if (token) yield [key, token];
  }

  tokenAmount(key: Address): bigint {
    return this.#entries.get(key)?.token?.amount ?? 0n;
  }

  /** Opens an empty token account; `payer` funds its rent. */
  openToken(key: Address, holding: Omit<TokenHolding, 'amount'>, payer: Address): void {
    this.moveLamports(payer, key, TOKEN_ACCOUNT_RENT);
    this.#touch(key).token = { ...holding, amount: 0n };
  }

  addTokens(key: Address, delta: bigint): void {
    const entry = this.#touch(key);
    const { token } = entry;
    if (!token) throw new Error('no such token account');
    const amount = token.amount + delta;
    if (amount < 0n) throw new RangeError('a token account would go below zero');
    const { mint, owner, program, decimals } = token;
    entry.token = { mint, owner, program, decimals, amount };
  }

  moveTokens(from: Address, to: Address, amount: bigint): void {
    this.addTokens(from, -amount);
    this.addTokens(to, amount);
  }

  /** Closes an empty token account; its lamports return to `receiver`. */
  closeToken(key: Address, receiver: Address): void {
    if (this.tokenAmount(key) !== 0n) throw new Error('the token account is not empty');
    this.moveLamports(key, receiver, this.lamports(key));
    this.#touch(key).token = null;
  }

  /** Drops accounts that no transaction will name again. */
  forget(keys: Iterable<Address>): void {
    for (const key of keys) this.#entries.delete(key);
  }

  #touch(key: Address): Entry {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = { lamports: 0n, token: null, lamportsBefore: 0n, tokenBefore: null, touchedBy: -1 };
      this.#entries.set(key, entry);
    }
    if (entry.touchedBy !== this.#transaction) {
      entry.touchedBy = this.#transaction;
      entry.lamportsBefore = entry.lamports;
      entry.tokenBefore = entry.token;
      this.#touched.push(entry);
    }
    return entry;
  }
}
