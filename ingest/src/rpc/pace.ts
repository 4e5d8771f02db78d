import { setTimeout as sleep } from 'node:timers/promises';

/** Turns at a steady pace: so many a second, and after a rest a fifth of a second's worth at once. */
export class Pace {
  readonly #gapMs: number;
  readonly #burstMs = 200;
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

  /** How long the next turn would wait, ms; below 0, since when it would have been given. */
  get waitMs(): number {
    return this.#dueMs + this.#gapMs - performance.now();
  }
}
