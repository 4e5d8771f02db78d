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

/** What an account holds. */
interface Account {
  lamports: bigint;
  token: Readonly<TokenHolding> | null;
}

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

const NOTHING: Readonly<Account> = { lamports: 0n, token: null };

/**
 * SOL and token balances of every account the market knows, with the state before the current transaction, from
 * which a transaction's meta takes its pre balances.
 */
export class Ledger {
  readonly #accounts = new Map<Address, Account>();
  readonly #byMint = new TokenIndex();
  readonly #byOwner = new TokenIndex();
  /** What the accounts that the current transaction has touched held before it. */
  readonly #before = new Map<Address, Account>();

  /** Starts a transaction: what changes from here on is remembered with its former value. */
  begin(): void {
    // What the transaction before has emptied exists no more, as on chain: four accounts of ten end like that.
    for (const key of this.#before.keys()) {
      const account = this.#accounts.get(key);
      if (account?.lamports === 0n && account.token === null) this.#accounts.delete(key);
    }
    this.#before.clear();
  }

  /** Undoes what the current transaction has changed. */
  rollBack(): void {
    for (const [key, { lamports, token }] of this.#before) {
      const account = this.#accounts.get(key)!;
      account.lamports = lamports;
      this.#setToken(key, account, token);
    }
  }

  /** What an account holds; to be read at once, it changes. */
  account(key: Address): Readonly<Account> {
    return this.#accounts.get(key) ?? NOTHING;
  }

  /** What it held before the current transaction. */
  accountBefore(key: Address): Readonly<Account> {
    return this.#before.get(key) ?? this.account(key);
  }

  lamports(key: Address): bigint {
    return this.#accounts.get(key)?.lamports ?? 0n;
  }

  addLamports(key: Address, delta: bigint): void {
    const account = this.#touch(key);
    const after = account.lamports + delta;
    if (after < 0n) throw new RangeError(`an account would owe ${-after} lamports`);
    account.lamports = after;
  }

  moveLamports(from: Address, to: Address, amount: bigint): void {
    this.addLamports(from, -amount);
    this.addLamports(to, amount);
  }

  token(key: Address): Readonly<TokenHolding> | null {
    return this.#accounts.get(key)?.token ?? null;
  }

  /** Every open token account. */
  *tokenAccounts(): Generator<[Address, Readonly<TokenHolding>]> {
    for (const [key, { token }] of this.#accounts) if (token) yield [key, token];
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
    return this.#accounts.get(key)?.token?.amount ?? 0n;
  }

  /** Opens an empty token account; `payer` funds its rent. */
  openToken(key: Address, holding: Omit<TokenHolding, 'amount'>, payer: Address): void {
    this.moveLamports(payer, key, TOKEN_ACCOUNT_RENT);
    this.#setToken(key, this.#touch(key), { ...holding, amount: 0n });
  }

  addTokens(key: Address, delta: bigint): void {
    const account = this.#touch(key);
    const { token } = account;
    if (!token) throw new Error('no such token account');
    const amount = token.amount + delta;
    if (amount < 0n) throw new RangeError('a token account would go below zero');
    const { mint, owner, program, decimals } = token;
    account.token = { mint, owner, program, decimals, amount };
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
      const account = this.#accounts.get(key);
      if (!account) continue;
      this.#setToken(key, account, null);
      this.#accounts.delete(key);
    }
  }

  /** Opens or closes; a key is derived from owner and mint, which never change. */
  #setToken(key: Address, account: Account, token: Account['token']): void {
    const former = account.token;
    account.token = token;
    if (former !== null && token === null) {
      this.#byMint.delete(former.mint, key);
      this.#byOwner.delete(former.owner, key);
    } else if (former === null && token !== null) {
      this.#byMint.add(token.mint, key);
      this.#byOwner.add(token.owner, key);
    }
  }

  #touch(key: Address): Account {
    let account = this.#accounts.get(key);
    if (!account) {
      account = { lamports: 0n, token: null };
      this.#accounts.set(key, account);
    }
    if (!this.#before.has(key)) this.#before.set(key, { lamports: account.lamports, token: account.token });
    return account;
  }
}
