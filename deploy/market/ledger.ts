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

interface Balances {
  lamports: bigint;
  token: Readonly<TokenHolding> | null;
}

/** Open token accounts of each mint, or of each owner. */
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

const NOTHING: Readonly<Balances> = { lamports: 0n, token: null };

/**
 * SOL and token balances of every account the market knows, with the state before the current transaction, from
 * which a transaction's meta takes its pre balances.
 */
export class Ledger {
  readonly #balances = new Map<Address, Balances>();
  readonly #byMint = new TokenIndex();
  readonly #byOwner = new TokenIndex();
  /** What the accounts that the current transaction has touched held before it. */
  readonly #before = new Map<Address, Balances>();

  /**
   * Starts a transaction: accounts that the one before has emptied are dropped, as on chain, and what changes from here
   * on is remembered with its former value.
   */
  begin(): void {
    for (const key of this.#before.keys()) {
      const balances = this.#balances.get(key);
      if (balances?.lamports === 0n && balances.token === null) this.#balances.delete(key);
    }
    this.#before.clear();
  }

  /** Undoes what the current transaction has changed. */
  rollBack(): void {
    for (const [key, { lamports, token }] of this.#before) {
      const balances = this.#balances.get(key)!;
      balances.lamports = lamports;
      this.#setToken(key, balances, token);
    }
  }

  /** What an account holds; to be read at once, it changes. */
  balances(key: Address): Readonly<Balances> {
    return this.#balances.get(key) ?? NOTHING;
  }

  /** What it held before the current transaction. */
  balancesBefore(key: Address): Readonly<Balances> {
    return this.#before.get(key) ?? this.balances(key);
  }

  lamports(key: Address): bigint {
    return this.balances(key).lamports;
  }

  addLamports(key: Address, delta: bigint): void {
    const balances = this.#touch(key);
    const after = balances.lamports + delta;
    if (after < 0n) throw new RangeError(`an account would owe ${-after} lamports`);
    balances.lamports = after;
  }

  moveLamports(from: Address, to: Address, amount: bigint): void {
    this.addLamports(from, -amount);
    this.addLamports(to, amount);
  }

  token(key: Address): Readonly<TokenHolding> | null {
    return this.balances(key).token;
  }

  /** Every open token account, in the order in which they were opened. */
  *tokenAccounts(): Generator<[Address, Readonly<TokenHolding>]> {
    for (const [key, { token }] of this.#balances) if (token) yield [key, token];
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
    return this.token(key)?.amount ?? 0n;
  }

  /** Opens an empty token account; `payer` funds its rent. */
  openToken(key: Address, holding: Omit<TokenHolding, 'amount'>, payer: Address): void {
    if (this.token(key)) throw new Error('the token account is open already');
    this.moveLamports(payer, key, TOKEN_ACCOUNT_RENT);
    this.#setToken(key, this.#touch(key), { ...holding, amount: 0n });
  }

  addTokens(key: Address, delta: bigint): void {
    const balances = this.#touch(key);
    const { token } = balances;
    if (!token) throw new Error('no such token account');
    const amount = token.amount + delta;
    if (amount < 0n) throw new RangeError('a token account would go below zero');
    const { mint, owner, program, decimals } = token;
    balances.token = { mint, owner, program, decimals, amount };
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
      const balances = this.#balances.get(key);
      if (!balances) continue;
      this.#setToken(key, balances, null);
      this.#balances.delete(key);
    }
  }

  /** Opens or closes; a key is derived from owner and mint, which never change. */
  #setToken(key: Address, balances: Balances, token: Balances['token']): void {
    const former = balances.token;
    balances.token = token;
    if (former !== null && token === null) {
      this.#byMint.delete(former.mint, key);
      this.#byOwner.delete(former.owner, key);
    } else if (former === null && token !== null) {
      this.#byMint.add(token.mint, key);
      this.#byOwner.add(token.owner, key);
    }
  }

  #touch(key: Address): Balances {
    let balances = this.#balances.get(key);
    if (!balances) {
      balances = { lamports: 0n, token: null };
      this.#balances.set(key, balances);
    }
    if (!this.#before.has(key)) this.#before.set(key, { ...balances });
    return balances;
  }
}
