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

/** Open token accounts of each mint, or of each owner, in the order in which they were opened. */
class TokenIndex {
  readonly #accounts = new Map<Address, Set<Address>>();

  add(group: Address, account: Address): void {
    const accounts = this.#accounts.get(group);
    if (accounts) accounts.add(account);
    else this.#accounts.set(group, new Set([account]));
  }

  delete(group: Address, account: Address): void {
    const accounts = this.#accounts.get(group);
    accounts?.delete(account);
    if (accounts?.size === 0) this.#accounts.delete(group);
  }

  of(group: Address): Iterable<Address> {
    return this.#accounts.get(group) ?? [];
  }
}

const NOTHING: LedgerEntry = { lamports: 0n, token: null, lamportsBefore: 0n, tokenBefore: null };

/**
 * SOL and token balances of every account the market knows, with the state before the current transaction, from
 * which a transaction's meta takes its pre balances.
 */
export class Ledger {
  readonly #entries = new Map<Address, Entry>();
  readonly #byMint = new TokenIndex();
  readonly #byOwner = new TokenIndex();
  readonly #touched = new Map<Address, Entry>();
  #transaction = 0;

  /** Starts a transaction: what changes from here on is remembered with its former value. */
  begin(): void {
    this.#transaction++;
    this.#touched.clear();
  }

  /** Undoes what the current transaction has changed. */
  rollBack(): void {
    for (const [key, entry] of this.#touched) {
      entry.lamports = entry.lamportsBefore;
      this.#setToken(key, entry, entry.tokenBefore);
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

  /** Open token accounts of a mint, whoever owns them. */
  accountsOfMint(mint: Address): Iterable<Address> {
    return this.#byMint.of(mint);
  }

  /** Open token accounts of an owner, whatever they hold. */
  accountsOfOwner(owner: Address): Iterable<Address> {
    return this.#byOwner.of(owner);
  }

  tokenAmount(key: Address): bigint {
    return this.#entries.get(key)?.token?.amount ?? 0n;
  }

  /** Opens an empty token account; `payer` funds its rent. */
  openToken(key: Address, holding: Omit<TokenHolding, 'amount'>, payer: Address): void {
    this.moveLamports(payer, key, TOKEN_ACCOUNT_RENT);
    this.#setToken(key, this.#touch(key), { ...holding, amount: 0n });
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
    this.#setToken(key, this.#touch(key), null);
  }

  /** Drops accounts: whoever names one again finds nothing in it. */
  forget(keys: Iterable<Address>): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (!entry) continue;
      this.#setToken(key, entry, null);
      this.#entries.delete(key);
    }
  }

  /** Opens or closes; a key is derived from owner and mint, which never change. */
  #setToken(key: Address, entry: Entry, token: Entry['token']): void {
    const former = entry.token;
    entry.token = token;
    if (former !== null && token === null) {
      this.#byMint.delete(former.mint, key);
      this.#byOwner.delete(former.owner, key);
    } else if (former === null && token !== null) {
      this.#byMint.add(token.mint, key);
      this.#byOwner.add(token.owner, key);
    }
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
      this.#touched.set(key, entry);
    }
    return entry;
  }
}
