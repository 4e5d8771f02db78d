import { ClickHouseFault, tooMany } from './errors.js';

/** Bounds what answers hold in memory for their readers, all together and each. */
export class HeldAnswers {
  private heldBytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly maxBytesEach: number,
  ) {}

  /**
   * Counts what one answer holds until `work` is done with it.
   * @param work says of each part how long it is, before it keeps it
   * @throws ClickHouseFault 396 for an answer that is too long, 202 where all of them are
   */
  async use<Result>(work: (hold: (bytes: number) => void) => Promise<Result>): Promise<Result> {
    let ownBytes = 0;
    const hold = (bytes: number): void => {
      if (ownBytes + bytes > this.maxBytesEach)
        throw new ClickHouseFault(
          396,
          'TOO_MANY_ROWS_OR_BYTES',
          `the answer as it is written is larger than the limit of ${this.maxBytesEach} bytes.`,
        );
      if (this.heldBytes + bytes > this.maxBytes)
        throw tooMany(`answers of ${this.heldBytes} bytes wait for readers who are slow to take them`);
      ownBytes += bytes;
      this.heldBytes += bytes;
    };
    try {
      return await work(hold);
    } finally {
      this.heldBytes -= ownBytes;
    }
  }
}
