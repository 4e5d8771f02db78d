/** How long something is waited for that may be slow: longer, once it was given up too early. */

/** Without a miss for so long, the first limit holds again. */
const CALM_MS = 600_000;

/**
 * Doubles with each miss, so that what answers at all is heard in the end, however busy the machine is. It holds no clock:
 * times are the caller's, in ms since any moment.
 */
export class Deadline {
  #ms: number;
  #missedAtMs = Number.NEGATIVE_INFINITY;

  /** @param mostMs it grows to this and no further */
  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
  ) {
    this.#ms = firstMs;
  }

  /** How long to wait for what is asked at a time, ms. */
  at(nowMs: number): number {
    if (nowMs - this.#missedAtMs > CALM_MS) this.#ms = this.firstMs;
    return this.#ms;
  }

  /** Something was given up after so many ms. What was asked before the limit last grew says nothing new. */
  missed(afterMs: number, nowMs: number): void {
    if (afterMs < this.at(nowMs)) return;
    this.#ms = Math.min(2 * this.#ms, this.mostMs);
    this.#missedAtMs = nowMs;
  }
}
