/** No row: the end of a chain, or nothing found. */
export const NONE = 0;

const FIRST_CAPACITY = 64;

type Column = Uint8Array | Int32Array | Uint32Array | Float64Array | BigUint64Array;

/** The column with room for more. */
export function grown<Kind extends Column>(column: Kind, length: number): Kind {
  const Longer = column.constructor as new (length: number) => Column;
  const longer = new Longer(length);
  (longer as Uint8Array).set(column as Uint8Array);
  return longer as Kind;
}

/**
 * A table in typed columns: the garbage collector never walks over what stands in it. Rows are numbered from 1, and those
 * given back are taken again first. Whoever extends it keeps columns of its own and makes them longer with the table.
 */
export abstract class Rows {
  /** The next row of the chain in which a row stands. */
  next = new Uint32Array(FIRST_CAPACITY);
  #free = NONE;
  #used = 1;
  #size = 0;

  /** Rows in use. */
  get size(): number {
    return this.#size;
  }

  protected get capacity(): number {
    return this.next.length;
  }

  protected abstract grow(capacity: number): void;

  /** A row for use; what stands in it is of the one before. */
  protected take(): number {
    this.#size += 1;
    const free = this.#free;
    if (free !== NONE) {
      this.#free = this.next[free]!;
      return free;
    }
    if (this.#used === this.capacity) {
      // By a sixteenth: doubled, half of a large table would be empty.
      const capacity = this.capacity + Math.max(FIRST_CAPACITY, this.capacity >> 4);
      this.next = grown(this.next, capacity);
      this.grow(capacity);
    }
    this.#used += 1;
    return this.#used - 1;
  }

  protected give(row: number): void {
    this.next[row] = this.#free;
    this.#free = row;
    this.#size -= 1;
  }
}
