/** What a host allows: at most `requests` in any `perMs`, `atOnce` of them under way. */
export type HostLimit = { requests: number; perMs: number; atOnce: number };

/**
 * When there is a turn. A tenth of what a window allows may go at once; the rest is spread over it, so that what is urgent
 * waits for the next turn and not for the end of a window that others have used up. Any window, wherever it begins, holds
 * at most `requests` turns. Times are ms of one clock.
 */
export class Pace {
  readonly #perTurnMs: number;
  /** How far ahead of an even spread turns may run. */
  readonly #aheadMs: number;
  /** When an even spread would have the next turn. */
  #evenAtMs = Number.NEGATIVE_INFINITY;

  constructor({ requests, perMs }: HostLimit) {
    const atOnce = Math.max(1, Math.floor(requests / 10));
    // After `atOnce` at a window's start, its other turns end before the next begins.
    this.#perTurnMs = perMs / (requests - atOnce + 1);
    this.#aheadMs = (atOnce - 1) * this.#perTurnMs;
  }

  /** Ms until there is a turn; 0 where there is one. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#evenAtMs - this.#aheadMs - nowMs);
  }

  take(nowMs: number): void {
    this.#evenAtMs = Math.max(this.#evenAtMs, nowMs) + this.#perTurnMs;
  }
}
