/** `first` is for what nothing is known of. */
const PATIENCE_MS = { first: 3_000, least: 500, most: 60_000 };
const TIMES_TAKEN = 3;
/** The share that each answer has in what answers take. */
const SHARE_OF_ANSWER = 0.1;

/** How long an answer is waited for before the same is asked again: three times what answers take, and twice that each time. */
export class Patience {
  /** How long answers take, ms; null before the first. */
  #answerMs: number | null = null;

  /** An answer took this long. */
  note(tookMs: number): void {
    this.#answerMs ??= tookMs;
    this.#answerMs += SHARE_OF_ANSWER * (tookMs - this.#answerMs);
  }

  /** Of a request that was made `attempt` times before. */
  msFor(attempt: number): number {
    const { first, least, most } = PATIENCE_MS;
    const once = this.#answerMs === null ? first : Math.max(least, TIMES_TAKEN * this.#answerMs);
    return Math.min(2 ** attempt * once, most);
  }
}
