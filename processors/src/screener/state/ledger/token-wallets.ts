import type { Ledger } from './ledger.js';
import { EARLIER, TRADER } from './marks.js';
import { NONE } from './rows.js';

/** The wallets of one token: those that hold it and those that trade it. */
export class TokenWallets {
  readonly ledger: Ledger;
  /** The token's number in the ledger. */
  readonly token: number;
  /** Of those marked {@link EARLIER}, how many hold the token: right while they stand as they were counted. */
  earlierHolding = 0;
  #first = NONE;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
    this.token = ledger.numberToken();
  }

  find(wallet: string): number {
    const key = this.ledger.keys.find(wallet);
    return key === NONE ? NONE : this.ledger.wallets.find(this.token, key);
  }

  /** What the wallet holds, over all its accounts. */
  balanceOf(wallet: string): bigint {
    const row = this.find(wallet);
    return row === NONE ? 0n : this.ledger.wallets.balance[row]!;
  }

  /** The wallet's row, a new one where it has none. */
  rowOf(wallet: string): number {
    const { keys } = this.ledger;
    const key = keys.hold(wallet);
    const row = this.rowOfKey(key);
    keys.letGo(key);
    return row;
  }

  rowOfKey(key: number): number {
    const { wallets } = this.ledger;
    const known = wallets.find(this.token, key);
    if (known !== NONE) return known;
    const row = wallets.add(this.token, key);
    wallets.next[row] = this.#first;
    this.#first = row;
    return row;
  }

  /** The addresses of these rows, the largest balance first, of equal ones by their letters. */
  byBalance(rows: readonly number[]): string[] {
    const { wallets } = this.ledger;
    return rows
      .map((row) => ({ wallet: wallets.walletOf(row), balance: wallets.balance[row]! }))
      .sort((a, b) =>
        a.balance === b.balance ? (a.wallet < b.wallet ? -1 : 1) : a.balance > b.balance ? -1 : 1,
      )
      .map(({ wallet }) => wallet);
  }

  /** The wallet of that row holds another amount than `before`. */
  noteBalance(row: number, before: bigint): void {
    const { balance, marks } = this.ledger.wallets;
    if (marks[row]! & EARLIER) this.earlierHolding += Number(balance[row] !== 0n) - Number(before !== 0n);
  }

  *rows(): Generator<number> {
    const { wallets } = this.ledger;
    for (let row = this.#first; row !== NONE; row = wallets.next[row]!) yield row;
  }

  /** Lets go of those that neither hold nor trade. */
  prune(): void {
    const { wallets } = this.ledger;
    let before = NONE;
    for (let row = this.#first; row !== NONE; ) {
      const next = wallets.next[row]!;
      if (wallets.balance[row] === 0n && !(wallets.marks[row]! & TRADER)) {
        if (before === NONE) this.#first = next;
        else wallets.next[before] = next;
        wallets.remove(row);
      } else before = row;
      row = next;
    }
  }

  /** Lets go of all; what they bought goes before. */
  drop(): void {
    const { wallets } = this.ledger;
    for (let row = this.#first; row !== NONE; ) {
      const next = wallets.next[row]!;
      wallets.remove(row);
      row = next;
    }
    this.#first = NONE;
  }
}
