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

/**
 * SOL and token balances of every account the market knows, with the state before the current transaction, from
 * which a transaction's meta takes its pre balances.
 */
export class Ledger {
  readonly #lamports = new Map<Address, bigint>();
  readonly #tokens = new Map<Address, TokenHolding>();
  readonly #lamportsBefore = new Map<Address, bigint>();
  readonly #tokensBefore = new Map<Address, TokenHolding | null>();

  /** Starts a transaction: what changes from here on is remembered with its former value. */
  begin(): void {
    this.#lamportsBefore.clear();
    this.#tokensBefore.clear();
  }

  lamports(key: Address): bigint {
    return this.#lamports.get(key) ?? 0n;
  }

  lamportsBefore(key: Address): bigint {
    return this.#lamportsBefore.get(key) ?? this.lamports(key);
  }

  addLamports(key: Address, delta: bigint): void {
    const before = this.lamports(key);
    if (before + delta < 0n) throw new RangeError(`an account would owe ${-(before + delta)} lamports`);
    if (!this.#lamportsBefore.has(key)) this.#lamportsBefore.set(key, before);
    this.#lamports.set(key, before + delta);
  }

  moveLamports(from: Address, to: Address, amount: bigint): void {
    this.addLamports(from, -amount);
    this.addLamports(to, amount);
  }

  token(key: Address): Readonly<TokenHolding> | null {
    return this.#tokens.get(key) ?? null;
  }

  tokenBefore(key: Address): Readonly<TokenHolding> | null {
    return this.#tokensBefore.get(key) ?? (this.#tokensBefore.has(key) ? null : this.token(key));
  }

  tokenAmount(key: Address): bigint {
    return this.#tokens.get(key)?.amount ?? 0n;
  }

  /** Opens an empty token account; `payer` funds its rent. */
  openToken(key: Address, holding: Omit<TokenHolding, 'amount'>, payer: Address): void {
    this.moveLamports(payer, key, TOKEN_ACCOUNT_RENT);
    this.#set(key, { ...holding, amount: 0n });
  }

  addTokens(key: Address, delta: bigint): void {
    const holding = this.#tokens.get(key);
    if (!holding) throw new Error('no such token account');
    if (holding.amount + delta < 0n) throw new RangeError('a token account would go below zero');
    this.#set(key, { ...holding, amount: holding.amount + delta });
  }

  moveTokens(from: Address, to: Address, amount: bigint): void {
    this.addTokens(from, -amount);
    this.addTokens(to, amount);
  }

  /** Closes an empty token account; its lamports return to `receiver`. */
  closeToken(key: Address, receiver: Address): void {
    if (this.tokenAmount(key) !== 0n) throw new Error('the token account is not empty');
    this.moveLamports(key, receiver, this.lamports(key));
    this.#set(key, null);
  }

  /** Drops accounts that no transaction will name again. */
  forget(keys: Iterable<Address>): void {
    for (const key of keys) {
      this.#lamports.delete(key);
      this.#tokens.delete(key);
    }
  }

  #set(key: Address, holding: TokenHolding | null): void {
    if (!this.#tokensBefore.has(key)) this.#tokensBefore.set(key, this.#tokens.get(key) ?? null);
    if (holding) this.#tokens.set(key, holding);
    else this.#tokens.delete(key);
  }
}
