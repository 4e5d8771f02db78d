import { AddressColumn, pack } from './addresses.js';
import { OpenTable } from './open-table.js';
import { grown, Rows } from './rows.js';

/** The wallets of a partition, each once, by number. Whoever keeps a number holds it, and lets go of it at last. */
export class WalletKeys extends Rows {
  readonly #addresses = new AddressColumn();
  /** How many hold each. */
  #holds = new Uint32Array(0);
  readonly #table = new OpenTable({
    hashOf: (row) => this.#addresses.hash(row),
    isAt: (row) => this.#addresses.is(row),
  });

  constructor() {
    super();
    this.grow(this.capacity);
  }

  /** The number of a wallet that somebody holds, else NONE. */
  find(wallet: string): number {
    return this.#table.find(pack(wallet), 0, 0);
  }

  /** The wallet's number, held once more. */
  hold(wallet: string): number {
    const hash = pack(wallet);
    let row = this.#table.find(hash, 0, 0);
    if (row === 0) {
      row = this.take();
      this.#addresses.put(row);
      this.#table.add(row);
      this.#holds[row] = 0;
    }
    this.#holds[row]! += 1;
    return row;
  }

  holdAgain(row: number): void {
    this.#holds[row]! += 1;
  }

  letGo(row: number): void {
    this.#holds[row]! -= 1;
    if (this.#holds[row] !== 0) return;
    this.#table.remove(row);
    this.give(row);
  }

  textOf(row: number): string {
    return this.#addresses.text(row);
  }

  get bytes(): number {
    return this.#addresses.bytes + this.#table.bytes + this.#holds.byteLength + this.next.byteLength;
  }

  protected override grow(capacity: number): void {
    this.#addresses.grow(capacity);
    this.#holds = grown(this.#holds, capacity);
  }
}
