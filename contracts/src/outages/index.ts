/** How every service tells an outage in its log: once when it begins, once when it ends. */

/** ISO 8601 in UTC, as at the beginning of every log line. */
export const utc = (timeMs: number): string => new Date(timeMs).toISOString();

/** Milliseconds as seconds: `40.2 s`. */
const seconds = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;

/**
 * Whether something that a service needs is away. Where several parts of a service use it at once, each gives its name: the
 * success of one says nothing of what another waits for. It holds no clock: times are the caller's, in ms since 1970.
 */
export class Outage {
  #sinceMs: number | null = null;
  readonly #waiting = new Set<string>();

  constructor(
    private readonly what: string,
    private readonly say: (line: string) => void,
  ) {}

  /** When it began; null while there is none. */
  get sinceMs(): number | null {
    return this.#sinceMs;
  }

  /**
   * @param sinceMs when the attempt began that has failed: it may have waited long for an answer
   * @param who the part of the service that goes on trying
   */
  began(sinceMs: number, reason: string, who = ''): void {
    this.#waiting.add(who);
    if (this.#sinceMs !== null) return;
    this.#sinceMs = sinceMs;
    this.say(`${this.what} is away since ${utc(sinceMs)}: ${reason}`);
  }

  /** An attempt of this part succeeded. The outage is over once nobody waits any more. */
  ended(nowMs: number, who = ''): void {
    this.#waiting.delete(who);
    if (this.#sinceMs === null || this.#waiting.size > 0) return;
    const sinceMs = this.#sinceMs;
    this.#sinceMs = null;
    this.say(
      `${this.what} is back: it was away from ${utc(sinceMs)} to ${utc(nowMs)}, ${seconds(nowMs - sinceMs)}`,
    );
  }

  /** This part tries no more. Whether the outage is over, the next success of another tells. */
  givenUp(who: string): void {
    this.#waiting.delete(who);
  }
}
