/** How every service tells an outage in its log: once when it begins, once when it ends. */

/** ISO 8601 in UTC, as at the beginning of every log line. */
export const utc = (timeMs: number): string => new Date(timeMs).toISOString();

/** Milliseconds as seconds: `40.2 s`. */
const seconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;

/** Whether something that a service needs is away. It holds no clock: times are the caller's, in ms since 1970. */
export class Outage {
  #sinceMs: number | null = null;

  constructor(
    private readonly what: string,
    private readonly say: (line: string) => void,
  ) {}

  /** When it began; null while there is none. */
  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  /** @param nowMs when the first failing attempt began */
  began(nowMs: number, reason: string): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = nowMs;
    this.say(`${this.what} is away since ${utc(nowMs)}: ${reason}`);
  }

  ended(nowMs: number): void {
    if (this.#sinceMs === null) return;
    const sinceMs = this.#sinceMs;
    this.#sinceMs = null;
    this.say(
      `${this.what} is back: it was away from ${utc(sinceMs)} to ${utc(nowMs)}, ${seconds(nowMs - sinceMs)}`,
    );
  }
}
