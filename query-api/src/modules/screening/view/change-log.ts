/** Offsets of the last record read, by partition. */
export type OffsetVector = ReadonlyMap<number, number>;

export const writeVector = (vector: OffsetVector): string =>
  [...vector]
    .sort(([a], [b]) => a - b)
    .map(([partition, offset]) => `${partition}:${offset}`)
    .join(',');

/** Null for a text that {@link writeVector} did not write. */
export function readVector(text: string): OffsetVector | null {
  if (text.length > 20_000 || !/^\d{1,9}:-?\d{1,15}(,\d{1,9}:-?\d{1,15})*$/.test(text)) return null;
  return new Map(
    text.split(',').map((pair) => {
      const [partition, offset] = pair.split(':').map(Number);
      return [partition ?? 0, offset ?? 0];
    }),
  );
}

/**
 * Which mints changed after a vector of offsets, as far back as `capacity` mints reach. Measurements replace those
 * before them, so a mint's last change is all that a returning client needs.
 */
export class ChangeLog {
  /** Least recently changed first. */
  readonly #lastChange = new Map<string, { partition: number; offset: number }>();
  readonly #read = new Map<number, number>();
  /** Changes at or before these offsets are forgotten. */
  readonly #forgotten = new Map<number, number>();

  /** `next`: by partition, the offset that will be read first. */
  constructor(
    next: OffsetVector,
    private readonly capacity: number,
  ) {
    for (const [partition, offset] of next) {
      this.#read.set(partition, offset - 1);
      this.#forgotten.set(partition, offset - 1);
    }
  }

  get read(): OffsetVector {
    return this.#read;
  }

  /** Offsets have holes, where a transaction ended. */
  advance(partition: number, offset: number): void {
    this.#read.set(partition, offset);
  }

  changed(partition: number, offset: number, mint: string): void {
    this.#lastChange.delete(mint);
    this.#lastChange.set(mint, { partition, offset });
    if (this.#lastChange.size <= this.capacity) return;
    for (const [oldest, at] of this.#lastChange) {
      this.#lastChange.delete(oldest);
      this.#forgotten.set(at.partition, Math.max(at.offset, this.#forgotten.get(at.partition) ?? -1));
      return;
    }
  }

  /** Null where the answer is not known: too long ago, or a vector of another topic or of a reader further on. */
  since(vector: OffsetVector): string[] | null {
    if (vector.size !== this.#read.size) return null;
    for (const [partition, read] of this.#read) {
      const seen = vector.get(partition);
      if (seen === undefined || seen > read || seen < (this.#forgotten.get(partition) ?? -1)) return null;
    }
    return [...this.#lastChange]
      .filter(([, { partition, offset }]) => offset > (vector.get(partition) ?? -1))
      .map(([mint]) => mint);
  }
}
