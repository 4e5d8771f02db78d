import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from '@cryptonite/contracts/api';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { fullReasonOf, PlainReason, publicReasonOf } from '../../platform/reasons.js';

const metrics = metricsOf('query-api');

/** What starts beside the one who asks may take so long until it answers: before, that is no outage to tell of. */
const COMES_UP_WITHIN_MS = 15_000;
/** Nobody listens, Postgres starts still, or knows its users not yet. */
const COMES_UP = /ECONNREFUSED|57P03|28P01/;

type Store = Health['stores'][number];

export type WatchOptions = {
  /** The store's name in health. */
  name: string;
  /** Its name in sentences. */
  title: string;
  /** Rejects, or does not resolve in time, where the store is away. The signal ends what is still under way. */
  ask: (late: AbortSignal) => Promise<void>;
  everyMs: number;
  withinMs: number;
  /** Hears once that an outage began, and once that it ended. */
  say: (line: string) => void;
};

/** Asks one store over and over, apart from all others. A question that is not answered in time is given up, whatever holds it. */
export class StoreWatch {
  readonly #stop = new AbortController();
  readonly #outage: Outage;
  readonly #beganMs = performance.now();
  #running: Promise<void> = Promise.resolve();
  #status: Store['status'] = 'down';
  #sinceMs: number | null = null;
  #answeredMs: number | null = null;
  #latencyMs: number | null = null;
  #error: string | null = 'not asked yet';

  constructor(private readonly options: WatchOptions) {
    this.#outage = new Outage(options.title, options.say);
  }

  start(): void {
    this.#running = this.#askOverAndOver();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  stateAt(nowMs: number): Store {
    return {
      name: this.options.name,
      status: this.#status,
      since: this.#sinceMs,
      answeredAgoMs: this.#answeredMs === null ? null : Math.max(0, nowMs - this.#answeredMs),
      latencyMs: this.#latencyMs,
      error: this.#error,
    };
  }

  async #askOverAndOver(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#askOnce();
      await delay(this.options.everyMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #askOnce(): Promise<void> {
    const { ask, withinMs } = this.options;
    const askedMs = Date.now();
    const startedMs = performance.now();
    const late = new AbortController();
    const answered = new AbortController();
    const stopped = AbortSignal.any([answered.signal, this.#stop.signal]);
    try {
      await Promise.race([
        ask(late.signal),
        delay(withinMs, undefined, { signal: stopped }).then(() => {
          throw new PlainReason(`no answer within ${withinMs} ms`);
        }),
      ]);
      this.#become('up', askedMs);
      this.#answeredMs = Date.now();
      this.#latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
      this.#error = null;
      this.#outage.ended(this.#answeredMs);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#become('down', askedMs);
      this.#latencyMs = null;
      this.#error = publicReasonOf(error);
      const reason = fullReasonOf(error);
      const mayComeUp = this.#answeredMs === null && performance.now() - this.#beganMs < COMES_UP_WITHIN_MS;
      if (!mayComeUp || !COMES_UP.test(reason)) this.#outage.began(askedMs, reason);
    } finally {
      answered.abort();
      late.abort();
    }
  }

  #become(status: Store['status'], atMs: number): void {
    if (this.#sinceMs === null || status !== this.#status) this.#sinceMs = atMs;
    this.#status = status;
    metrics.query_api_store_up.set({ store: this.options.name }, status === 'up' ? 1 : 0);
  }
}
