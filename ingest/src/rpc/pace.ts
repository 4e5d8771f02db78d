import { setTimeout as sleep } from 'node:timers/promises';

/** Turns at a steady pace: so many a second, and after a rest a fifth of a second's worth at once. */
export class Pace {
  readonly #gapMs: number;
  readonly #burstMs = 200;
  /** When the newest turn that was given is due, by the clock of `performance.now`. */
  #dueMs = 0;
  #restsUntilMs = 0;

  constructor(readonly perSecond: number) {
    this.#gapMs = 1_000 / perSecond;
  }

  /** Resolves when it is the caller's turn; who waits when a rest begins waits for it, too. Rejects when told to stop waiting. */
  async turn(signal: AbortSignal): Promise<void> {
    for (let waitMs = this.#take(); waitMs > 0; ) {
      await sleep(waitMs, undefined, { signal });
      waitMs = this.#restsUntilMs > performance.now() ? this.#take() : 0;
    }
  }

  /** @returns how long to wait for the turn that is taken by that, ms */
  #take(): number {
    const now = performance.now();
    this.#dueMs = Math.max(this.#dueMs, this.#restsUntilMs, now - this.#burstMs) + this.#gapMs;
    return this.#dueMs - now;
  }

  /** Gives no turn before so many milliseconds are over. */
  rest(ms: number): void {
    this.#restsUntilMs = Math.max(this.#restsUntilMs, performance.now() + ms);
    this.#dueMs = Math.max(this.#dueMs, this.#restsUntilMs);
  }

  /** How long the next turn would wait, ms; below 0, since when it would have been given. */
  get waitMs(): number {
    return this.#dueMs + this.#gapMs - performance.now();
  }
}
