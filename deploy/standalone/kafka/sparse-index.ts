const INTERVAL_BYTES = 16 * 1024;
const FIRST_CAPACITY = 64;

/**
 * Where to start reading in a segment: one entry per 16 kB of log at most, in typed arrays (20 bytes an
 * entry), so memory grows by about a megabyte per gigabyte of log however small the batches are.
 */
export class SparseIndex {
  private offsets = new Float64Array(FIRST_CAPACITY);
  private positions = new Uint32Array(FIRST_CAPACITY);
  /** The greatest timestamp of all batches before the entry, so that it never falls from entry to entry. */
  private timesBefore = new Float64Array(FIRST_CAPACITY);
  private length = 0;
  private nextPosition = 0;

  /** Notes a batch; batches come in order of position. */
  add(baseOffset: number, position: number, maxTimestampBeforeMs: number): void {
    if (position < this.nextPosition) return;
    if (this.length === this.offsets.length) this.grow();
    this.offsets[this.length] = baseOffset;
    this.positions[this.length] = position;
    this.timesBefore[this.length] = maxTimestampBeforeMs;
    this.length++;
    this.nextPosition = position + INTERVAL_BYTES;
  }

  /** A position at or before the batch that holds `offset`. */
  positionOfOffset(offset: number): number {
    return this.lastPositionWhere((entry) => this.offsets[entry]! <= offset);
  }

  /** A position before which every record is older than `timestampMs`. */
  positionOfTime(timestampMs: number): number {
    return this.lastPositionWhere((entry) => this.timesBefore[entry]! < timestampMs);
  }

  /** The predicate must hold for a prefix of the entries. */
  private lastPositionWhere(holds: (entry: number) => boolean): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(middle)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.positions[low - 1]!;
  }

  private grow(): void {
    const capacity = this.offsets.length * 2;
    const offsets = new Float64Array(capacity);
    const positions = new Uint32Array(capacity);
    const timesBefore = new Float64Array(capacity);
    offsets.set(this.offsets);
    positions.set(this.positions);
    timesBefore.set(this.timesBefore);
    this.offsets = offsets;
    this.positions = positions;
    this.timesBefore = timesBefore;
  }
}
