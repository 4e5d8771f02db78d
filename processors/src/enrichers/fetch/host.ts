import { NEARNESS, type Nearness } from '@cryptonite/contracts/asks';
import { FetchFailed } from './fetch-failed.js';
import { type HostLimit, Pace } from './pace.js';

export type Waiting = {
  host: Host;
  nearness: Nearness;
  /** Of the host, as the asker has it. */
  name: string;
  /** When it waits no longer, of the clock of `performance.now()`. */
  untilMs: number;
  timer: NodeJS.Timeout;
  /** Never rejects: how it went, the asker learns, and the host from what it resolves with. */
  work: () => Promise<unknown>;
  fail: (error: Error) => void;
};

const BACKOFF_FIRST_MS = 500;
const BACKOFF_MOST_MS = 60_000;

/** One host: who waits for it, what is under way, and until when it is left alone. */
export class Host {
  readonly #pace: Pace;
  readonly #atOnce: number;
  readonly #chance: () => number;
  readonly #waiting: Readonly<Record<Nearness, Set<Waiting>>> = {
    listed: new Set(),
    near: new Set(),
    far: new Set(),
  };
  #underWay = 0;
  /** Attempts in a row that said the host is in trouble. */
  #failures = 0;
  /** It said when it wants to be asked again: one asks then, the others once it has answered. */
  #hasRefused = false;
  #pausedAtMs = Number.NEGATIVE_INFINITY;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  /** `chance` is of 0 to 1. */
  constructor(limit: HostLimit, chance: () => number) {
    this.#pace = new Pace(limit);
    this.#atOnce = limit.atOnce;
    this.#chance = chance;
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && NEARNESS.every((nearness) => this.#waiting[nearness].size === 0);
  }

  add(waiting: Waiting): void {
    this.#waiting[waiting.nearness].add(waiting);
  }

  remove(waiting: Waiting): void {
    this.#waiting[waiting.nearness].delete(waiting);
  }

  /** Those who wait for less than it is left alone. */
  inVain(): Waiting[] {
    return NEARNESS.flatMap((nearness) => [...this.#waiting[nearness]]).filter(
      ({ untilMs }) => untilMs < this.#pausedUntilMs,
    );
  }

  /** The nearest, of these the oldest; null while nobody waits or too much is under way. */
  first(): Waiting | null {
    if (this.#underWay >= (this.#hasRefused ? 1 : this.#atOnce)) return null;
    for (const nearness of NEARNESS) for (const waiting of this.#waiting[nearness]) return waiting;
    return null;
  }

  /** Ms until it may be asked. */
  waitMs(nowMs: number): number {
    return Math.max(this.pausedMs(nowMs), this.#pace.waitMs(nowMs));
  }

  pausedMs(nowMs: number): number {
    return Math.max(0, this.#pausedUntilMs - nowMs);
  }

  began(nowMs: number): void {
    this.#pace.take(nowMs);
    this.#underWay += 1;
  }

  /** An attempt is over: with the error it ended in, or null. */
  ended(error: unknown, beganAtMs: number, nowMs: number): void {
    this.#underWay -= 1;
    const pauseMs = this.#pauseAfter(error, beganAtMs);
    if (pauseMs === null) return;
    this.#pausedAtMs = nowMs;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + pauseMs);
  }

  #pauseAfter(error: unknown, beganAtMs: number): number | null {
    if (!(error instanceof FetchFailed) || !isOfHost(error)) {
      this.#failures = 0;
      this.#hasRefused = false;
      return null;
    }
    if (error.retryAfterMs !== null) this.#hasRefused = true;
    // What began before the last pause tells no more than what led to it.
    if (beganAtMs > this.#pausedAtMs) this.#failures += 1;
    else if (error.retryAfterMs === null) return null;
    const backoffMs = Math.min(BACKOFF_FIRST_MS * 2 ** (this.#failures - 1), BACKOFF_MOST_MS);
    return error.retryAfterMs ?? backoffMs * (0.5 + this.#chance() / 2);
  }
}

/** Whether a failure says something of the host, and not of the one thing it was asked for. */
const isOfHost = ({ failure, status, retryAfterMs }: FetchFailed): boolean =>
  retryAfterMs !== null ||
  (status !== null && status >= 500) ||
  failure === 'rate-limited' ||
  failure === 'unresolved' ||
  failure === 'unreachable' ||
  failure === 'too-slow' ||
  failure === 'cut';
