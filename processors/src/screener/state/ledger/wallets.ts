import { mixed, OpenTable } from './open-table.js';
import { grown, Rows } from './rows.js';
import type { WalletKeys } from './wallet-keys.js';

/** Pairs of a token and a wallet, by their numbers: what the wallet holds of it, and how it traded it within the hour. */
export class Wallets extends Rows {
  /** Over all its accounts of the token. The supply fits 64 bits, so that a sum beyond them comes right in the end. */
  balance = new BigUint64Array(0);
  /** The next of the token's wallets that traded it. */
  nextTrader = new Uint32Array(0);
  /** In seconds. */
  tradedAt = new Uint32Array(0);
  /** Its first row among the ledger's buys, and among its sells. */
  buys = new Uint32Array(0);
  sells = new Uint32Array(0);
  /** Bits of `marks.ts`. */
  marks = new Uint8Array(0);
  #token = new Uint32Array(0);
  #key = new Uint32Array(0);
  readonly #keys: WalletKeys;
  readonly #table = new OpenTable({
    hashOf: (row) => mixed(this.#token[row]!, this.#key[row]!),
    isAt: (row, token, key) => this.#key[row] === key && this.#token[row] === token,
  });

  constructor(keys: WalletKeys) {
    super();
    this.#keys = keys;
    this.grow(this.capacity);
  }

  find(token: number, key: number): number {
    return this.#table.find(mixed(token, key), token, key);
  }

  /** Of a pair that is not there yet. */
  add(token: number, key: number): number {
    const row = this.take();
    this.#keys.holdAgain(key);
    this.#token[row] = token;
    this.#key[row] = key;
    this.balance[row] = 0n;
    this.nextTrader[row] = 0;
    this.tradedAt[row] = 0;
    this.buys[row] = 0;
    this.sells[row] = 0;
    this.marks[row] = 0;
    this.#table.add(row);
    return row;
  }

  remove(row: number): void {
    this.#table.remove(row);
    this.#keys.letGo(this.#key[row]!);
    this.give(row);
  }

  keyOf(row: number): number {
    return this.#key[row]!;
  }

  walletOf(row: number): string {
    return this.#keys.textOf(this.#key[row]!);
  }

  get bytes(): number {
    const { balance, nextTrader, tradedAt, buys, sells, marks, next } = this;
    const columns = [balance, nextTrader, tradedAt, buys, sells, marks, next, this.#token, this.#key];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.#table.bytes);
  }

  protected override grow(capacity: number): void {
    this.balance = grown(this.balance, capacity);
    this.nextTrader = grown(this.nextTrader, capacity);
    this.tradedAt = grown(this.tradedAt, capacity);
    this.buys = grown(this.buys, capacity);
    this.sells = grown(this.sells, capacity);
    this.marks = grown(this.marks, capacity);
    this.#token = grown(this.#token, capacity);
    this.#key = grown(this.#key, capacity);
  }
}
