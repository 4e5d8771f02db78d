import { setTimeout as sleep } from 'node:timers/promises';

/** Turns at a steady pace: so many a second, up to a second's worth at once after a rest. */
export class Pace {
  readonly #gapMs: number;
  readonly #burstMs = 1_000;
  /** When the turn after those that were given is due, by the clock of `performance.now`. */
  #dueMs = 0;

  constructor(readonly perSecond: number) {
    this.#gapMs = 1_000 / perSecond;
  }

  /** Resolves when it is the caller's turn. Rejects when it is told to stop waiting. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    this.#dueMs = Math.max(this.#dueMs, now - this.#burstMs) + this.#gapMs;
    const waitMs = this.#dueMs - now;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
  }

  /** Gives no turn before so many milliseconds are over. */
  rest(ms: number): void {
    this.#dueMs = Math.max(this.#dueMs, performance.now() + ms);
  }

  /** How long the next turn would wait, ms. */
  get waitMs(): number {
    return Math.max(0, this.#dueMs + this.#gapMs - performance.now());
  }
}
