import type { ServerResponse } from 'node:http';
import { PAGE_LISTS, ProfileName, STREAM_EVENTS, type StreamQuery } from '@cryptonite/contracts/api';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Places } from '../../platform/http/places.js';
import { ProblemError } from '../../platform/http/problem.js';
import type { Counted } from '../../platform/http/visitor-address.js';
import { GetHealthSummary } from '../health/queries/get-health-summary/get-health-summary.query.js';
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

/** Kinds of streams, of all callers together: each is told of every change. */
const KINDS_MAX = 64;
/** What all clients together may leave unread; those who left most are cut off, and come back with their last event id. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

export type StreamClient = {
  response: ServerResponse;
  /** Who asks, and the networks that it is in, the narrowest first. */
  callers: readonly Counted[];
  asked: Pick<StreamQuery, 'profile' | 'lists' | 'pace'>;
  isCompressed: boolean;
};

const AGAIN_S = 30;

const tooMany = (what: string) => new ProblemError('rate_limited', what, { 'Retry-After': String(AGAIN_S) });

/** Clients that ask for the same have the same. */
const keyOf = ({ profile, pace, lists }: StreamClient['asked']): string =>
  JSON.stringify([profile, pace, [...new Set(lists?.split(','))].sort()]);

/** What the page asks for is never refused: room is kept for all of it. */
const PAGE_KINDS = new Set(
  ProfileName.options.flatMap((profile) =>
    PAGE_LISTS.map((lists) => keyOf({ profile, pace: 'second', lists: lists.join() })),
  ),
);

/** Sends every client what changes on the lists that it named. */
@Injectable()
export class StreamHub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #clients = new Map<StreamClient, { sink: TextSink; key: string; leave: () => void }>();
  /** By what they ask: clients that ask alike. */
  readonly #groups = new Map<string, StreamGroup>();
  readonly #places: Places;
  /** Clients that are owed what changed before they came, in their turn. */
  readonly #owed: { group: StreamGroup; sink: TextSink }[] = [];
  #tellOwedAt: NodeJS.Timeout | null = null;
  #flushAt: NodeJS.Timeout | null = null;
  #flushFromMs = Number.NEGATIVE_INFINITY;
  #tick: NodeJS.Timeout | null = null;
  #ticks = 0;

  constructor(
    private readonly store: ScreeningStore,
    private readonly queries: QueryBus,
    private readonly traces: ReadTraces,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#places = new Places({
      most: config.STREAMS_MAX,
      mostOfCaller: config.STREAMS_PER_CALLER,
      refuseCaller: (held, caller) =>
        tooMany(
          `${held} streams of ${caller} are open already, which is the most. Close one, or poll the lists.`,
        ),
      refuseAll: () => tooMany('All streams are taken. Poll the lists, or try again later.'),
    });
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  /** In how many ways they ask. */
  get kindCount(): number {
    return this.#groups.size;
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
    if (this.#tellOwedAt) clearTimeout(this.#tellOwedAt);
    for (const { sink } of this.#clients.values()) sink.end();
    this.#clients.clear();
    this.#groups.clear();
  }

  /** Throws a 429 when this caller or all of them together hold too many streams, or ask in too many ways. */
  admit(client: Pick<StreamClient, 'callers' | 'asked'>): void {
    this.#places.check(client.callers);
    this.#kindInTheWay(client);
  }

  /**
   * Throws as {@link admit} does.
   *
   * @returns what others ask for that is told no more, so that this client can be told: the oldest kind of the widest network that
   * holds most, where that are two more than this client's; null where there is room
   */
  #kindInTheWay({ callers, asked }: Pick<StreamClient, 'callers' | 'asked'>): string | null {
    const key = keyOf(asked);
    if (PAGE_KINDS.has(key) || this.#groups.has(key)) return null;
    const holders = this.#holders();
    const counts = new Map<string, number>();
    for (const { name } of [...holders.values()].flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const countOf = (name = '') => counts.get(name) ?? 0;
    for (const { name, times } of callers)
      if (countOf(name) >= times * this.config.STREAM_GROUPS_PER_CALLER)
        throw tooMany(
          `${countOf(name)} streams of ${name} are open that ask for what nobody else did, which is the most. Ask for the same in one, or poll the lists.`,
        );
    if (holders.size < KINDS_MAX - PAGE_KINDS.size) return null;
    const countWide = (all: readonly Counted[]) => countOf(all.at(-1)?.name);
    const [most, holder] = [...holders].reduce((most, one) =>
      countWide(one[1]) > countWide(most[1]) ? one : most,
    );
    if (countWide(holder) < countWide(callers) + 2)
      throw tooMany('Streams are open in as many ways as may be. Poll the lists, or try again later.');
    return most;
  }

  /** Of each kind that is not the page's, who has held it longest, the oldest first: whoever else joins it takes it off nobody. */
  #holders(): Map<string, readonly Counted[]> {
    const holders = new Map<string, readonly Counted[]>();
    for (const [{ callers }, { key }] of this.#clients)
      if (!PAGE_KINDS.has(key) && !holders.has(key)) holders.set(key, callers);
    return holders;
  }

  #endKind(kind: string): void {
    for (const [{ response }, { key, leave }] of this.#clients) {
      if (key !== kind) continue;
      // At once, as its place is taken before the response says that it has closed.
      leave();
      response.destroy();
    }
  }

  /** Takes over an admitted client's response until it leaves. `after`: the last id that it has seen. */
  async open(client: StreamClient, after: string | undefined): Promise<void> {
    // It may have left while its request was being read; then there is no further 'close' to hear.
    if (client.response.destroyed) return;
    const inTheWay = this.#kindInTheWay(client);
    if (inTheWay !== null) this.#endKind(inTheWay);
    const giveBack = this.#places.take(client.callers, () => client.response.destroy());
    const sink = new TextSink(client.response, client.isCompressed);
    const { profile, lists, pace } = client.asked;
    const key = keyOf(client.asked);
    const group =
      this.#groups.get(key) ?? new StreamGroup({ profile, isNamed: namedBy(lists), pace }, this.store);
    this.#groups.set(key, group);
    const leave = () => {
      giveBack();
      this.#clients.delete(client);
      metrics.query_api_streams.set(this.#clients.size);
      group.leave(sink);
      if (group.size === 0 && this.#groups.get(key) === group) this.#groups.delete(key);
    };
    this.#clients.set(client, { sink, key, leave });
    metrics.query_api_streams.set(this.#clients.size);
    client.response.on('close', leave);
    const seen = after === undefined ? null : readVector(after);
    if (group.join(sink, seen && this.store.changedSince(seen))) this.#oweLater({ group, sink });
    group.sayTo(sink, [`retry: ${RECONNECT_AFTER_MS}\n\n`]);
    const state = await this.#stateFrames();
    group.sayTo(sink, state);
  }

  /** One part after the other, and as long as it took in between: however many come at once, others have half of the time. */
  #oweLater(one: { group: StreamGroup; sink: TextSink }): void {
    this.#owed.push(one);
    const tellNext = (): void => {
      const startMs = performance.now();
      const next = this.#owed.shift();
      if (next?.group.tellOwed(next.sink)) this.#owed.push(next);
      this.#tellOwedAt = this.#owed.length > 0 ? setTimeout(tellNext, performance.now() - startMs) : null;
    };
    this.#tellOwedAt ??= setTimeout(tellNext);
  }

  #cutMostUnread(): void {
    const unread = [...this.#clients.values()].map(({ sink }) => ({ sink, bytes: sink.unreadBytes }));
    let sum = unread.reduce((before, { bytes }) => before + bytes, 0);
    if (sum <= UNREAD_BYTES_MAX) return;
    for (const { sink, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= UNREAD_BYTES_MAX) return;
      sink.cut();
      sum -= bytes;
    }
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
    this.#cutMostUnread();
    this.traces.written();
    if (this.#groups.size === 0) return;
    if (++this.#ticks % STATE_EVERY_TICKS !== 0) return;
    const frames = await this.#stateFrames();
    for (const group of this.#groups.values()) group.say(frames);
  }

  async #stateFrames(): Promise<string[]> {
    const health = writeFrame(STREAM_EVENTS.health, await this.queries.execute(new GetHealthSummary()));
    if (!this.store.isLoaded) return [health];
    const count = await this.queries.execute(new GetMonitoringCount());
    return [writeFrame(STREAM_EVENTS.monitoring, count), health];
  }
}
