import { grown, Rows } from '../state/ledger/rows.js';

const LOW_BITS = 64n;

/** Sums that need more than 64 bits: the low ones, and what stands above them. */
class WideColumn {
  #low = new BigUint64Array(0);
  #high = new Int32Array(0);

  get(row: number): bigint {
    const high = this.#high[row]!;
    return high === 0 ? this.#low[row]! : (BigInt(high) << LOW_BITS) | this.#low[row]!;
  }

  set(row: number, value: bigint): void {
    this.#low[row] = value;
    this.#high[row] = Number(value >> LOW_BITS);
  }

  get bytes(): number {
    return this.#low.byteLength + this.#high.byteLength;
  }

  grow(capacity: number): void {
    this.#low = grown(this.#low, capacity);
    this.#high = grown(this.#high, capacity);
  }
}

/** The buckets of all rings of a partition. */
export class Buckets extends Rows {
  /** The older neighbour in the ring; `next` is the newer one. */
  previous = new Uint32Array(0);
  number = new Float64Array(0);
  buys = new Uint32Array(0);
  sells = new Uint32Array(0);
  /** Wallets whose newest trade lies in the bucket: their sum over a window is its distinct traders. */
  newestOf = new Uint32Array(0);
  /** Trades that had no USD value at their time. */
  unpriced = new Uint32Array(0);
  /** Trades in another quote than the token's. */
  foreign = new Uint32Array(0);
  /** Price at the bucket's end; NaN where no trade set one. */
  close = new Float64Array(0);
  readonly quote = new WideColumn();
  readonly usdMicros = new WideColumn();

  constructor() {
    super();
    this.grow(this.capacity);
  }

  /** An empty one, in no ring yet. */
  open(number: number): number {
    const row = this.take();
    this.number[row] = number;
    this.buys[row] = 0;
    this.sells[row] = 0;
    this.newestOf[row] = 0;
    this.unpriced[row] = 0;
    this.foreign[row] = 0;
    this.close[row] = Number.NaN;
    this.quote.set(row, 0n);
    this.usdMicros.set(row, 0n);
    return row;
  }

  drop(row: number): void {
    this.give(row);
  }

  get bytes(): number {
    const { previous, number, buys, sells, newestOf, unpriced, foreign, close, next } = this;
    return [previous, number, buys, sells, newestOf, unpriced, foreign, close, next].reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.quote.bytes + this.usdMicros.bytes,
    );
  }

  protected override grow(capacity: number): void {
    this.previous = grown(this.previous, capacity);
    this.number = grown(this.number, capacity);
    this.buys = grown(this.buys, capacity);
    this.sells = grown(this.sells, capacity);
    this.newestOf = grown(this.newestOf, capacity);
    this.unpriced = grown(this.unpriced, capacity);
    this.foreign = grown(this.foreign, capacity);
    this.close = grown(this.close, capacity);
    this.quote.grow(capacity);
    this.usdMicros.grow(capacity);
  }
}
