import type { ServerResponse } from 'node:http';
import { STREAM_EVENTS, type StreamQuery } from '@cryptonite/contracts/api';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ProblemError } from '../../platform/http/problem.js';
import { GetHealth } from '../health/queries/get-health/get-health.query.js';
import { GetMonitoringCount } from '../scan/queries/get-monitoring-count/get-monitoring-count.query.js';
import { ReadTraces } from '../screening/feed/read-traces.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { readVector } from '../screening/view/change-log.js';
import { StreamGroup } from './stream-group.js';
import { TextSink } from './text-sink.js';
import { writeFrame } from './view/frames.js';
import { namedBy } from './view/named-lists.js';

const metrics = metricsOf('query-api');

/**
 * What changes is sent at once, and what changes within so long after that in one write, so that a burst costs few; where
 * sending took longer, within as long as it took, so that whatever else is asked has its turn.
 */
const COALESCE_MS = 20;
/** Groups told at the pace of a second are told a quarter of their tokens at a time: a page then draws few at once. */
const TICK_MS = 250;
const STATE_EVERY_TICKS = 4;
const RECONNECT_AFTER_MS = 2_000;

export type StreamClient = {
  response: ServerResponse;
  caller: string;
  asked: Pick<StreamQuery, 'profile' | 'lists' | 'pace'>;
  isCompressed: boolean;
};

/** Sends every client what changes on the lists that it named. */
@Injectable()
export class StreamHub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #clients = new Map<StreamClient, TextSink>();
  /** By what they ask: clients that ask alike. */
  readonly #groups = new Map<string, StreamGroup>();
  #flushAt: NodeJS.Timeout | null = null;
  #flushFromMs = Number.NEGATIVE_INFINITY;
  #tick: NodeJS.Timeout | null = null;
  #ticks = 0;

  constructor(
    private readonly store: ScreeningStore,
    private readonly queries: QueryBus,
    private readonly traces: ReadTraces,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get clientCount(): number {
    return this.#clients.size;
  }

  onApplicationBootstrap(): void {
    this.store.changed.subscribe((mint) => this.#noteChange(mint));
    this.store.replaced.subscribe(() => {
      for (const group of this.#groups.values()) group.resetAll();
    });
    this.#tick = setInterval(() => void this.#passTick(), TICK_MS);
  }

  /** Open streams would hold the server back from closing. */
  beforeApplicationShutdown(): void {
    if (this.#tick) clearInterval(this.#tick);
    if (this.#flushAt) clearTimeout(this.#flushAt);
    for (const sink of this.#clients.values()) sink.end();
    this.#clients.clear();
    this.#groups.clear();
  }

  /** Throws a 429 when this caller or all of them together hold too many streams. */
  admit(caller: string): void {
    const own = [...this.#clients.keys()].filter((client) => client.caller === caller).length;
    if (own >= this.config.STREAMS_PER_CALLER)
      throw new ProblemError(
        'rate_limited',
        `${own} streams of ${caller} are open already, which is the most. Close one, or poll the lists.`,
        { 'Retry-After': '30' },
      );
    if (this.#clients.size >= this.config.STREAMS_MAX)
      throw new ProblemError('rate_limited', 'All streams are taken. Poll the lists, or try again later.', {
        'Retry-After': '30',
      });
  }

  /** Takes over an admitted client's response until it leaves. `after`: the last id that it has seen. */
  async open(client: StreamClient, after: string | undefined): Promise<void> {
    // It may have left while its request was being read; then there is no further 'close' to hear.
    if (client.response.destroyed) return;
    const sink = new TextSink(client.response, client.isCompressed);
    const { profile, lists, pace } = client.asked;
    const key = JSON.stringify([profile, pace, [...new Set(lists?.split(','))].sort()]);
    const group =
      this.#groups.get(key) ?? new StreamGroup({ profile, isNamed: namedBy(lists), pace }, this.store);
    this.#groups.set(key, group);
    this.#clients.set(client, sink);
    metrics.query_api_streams.set(this.#clients.size);
    client.response.on('close', () => {
      this.#clients.delete(client);
      metrics.query_api_streams.set(this.#clients.size);
      group.leave(sink);
      if (group.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key);
    });
    const seen = after === undefined ? null : readVector(after);
    group.join(sink, seen && this.store.changedSince(seen));
    group.sayTo(sink, [`retry: ${RECONNECT_AFTER_MS}\n\n`]);
    const state = await this.#stateFrames();
    group.sayTo(sink, state);
  }

  #noteChange(mint: string): void {
    if (this.#groups.size === 0) return;
    for (const group of this.#groups.values()) group.note(mint);
    // A turn later at least: the rest of the batch that this change came with belongs to the same write.
    if (this.#flushAt !== null) return;
    const ended = metrics.query_api_stream_delay_seconds.startTimer();
    this.#flushAt = setTimeout(() => {
      this.#flushAt = null;
      const startMs = performance.now();
      for (const group of this.#groups.values()) group.flush();
      ended();
      this.traces.written();
      const endMs = performance.now();
      this.#flushFromMs = endMs + Math.max(COALESCE_MS, endMs - startMs);
    }, this.#flushFromMs - performance.now());
  }

  async #passTick(): Promise<void> {
    for (const group of this.#groups.values()) group.tick();
    this.traces.written();
    if (this.#groups.size === 0) return;
    if (++this.#ticks % STATE_EVERY_TICKS !== 0) return;
    const frames = await this.#stateFrames();
    for (const group of this.#groups.values()) group.say(frames);
  }

  async #stateFrames(): Promise<string[]> {
    const health = writeFrame(STREAM_EVENTS.health, await this.queries.execute(new GetHealth()));
    if (!this.store.isLoaded) return [health];
    const count = await this.queries.execute(new GetMonitoringCount());
    return [writeFrame(STREAM_EVENTS.monitoring, count), health];
  }
}
