import type { ServerResponse } from 'node:http';
import { STREAM_EVENTS, StreamToken } from '@cryptonite/contracts/api';
import type { ProfileName } from '@cryptonite/contracts/events';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ProblemError } from '../../platform/http/problem.js';
import { GetHealth } from '../health/queries/get-health/get-health.query.js';
import { GetMonitoringCount } from '../scan/queries/get-monitoring-count/get-monitoring-count.query.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { readVector, writeVector } from '../screening/view/change-log.js';
import { type StreamEvent, writeFrame, writeFrames } from './view/frames.js';

const CLIENTS_MAX = 1_000;
const CLIENTS_PER_CALLER_MAX = 20;
/** What changes is sent at once, and what changes within so long after that in one write, so that a burst costs few. */
const COALESCE_MS = 20;
const TICK_MS = 1_000;
/** A client that leaves so many bytes unread is cut off; it comes back with its last event id. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;
/** Beyond so many tokens at once (1.5 MB), reading the lists anew costs a client less. */
const TOKENS_AT_ONCE_MAX = 500;
const RECONNECT_AFTER_MS = 2_000;

export type StreamClient = { response: ServerResponse; caller: string; profile: ProfileName };

/** Sends every client what changes on the lists of its profile. */
@Injectable()
export class StreamHub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #clients = new Set<StreamClient>();
  readonly #changed = new Set<string>();
  #flushAt: NodeJS.Timeout | null = null;
  #flushedMs = Number.NEGATIVE_INFINITY;
  #tick: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: ScreeningStore,
    private readonly queries: QueryBus,
  ) {}

  get clientCount(): number {
    return this.#clients.size;
  }

  onApplicationBootstrap(): void {
    this.store.changed.subscribe((mint) => this.#noteChange(mint));
    this.store.replaced.subscribe(() => this.#resetAll());
    this.#tick = setInterval(() => void this.#sendTick(), TICK_MS);
  }

  /** Open streams would hold the server back from closing. */
  beforeApplicationShutdown(): void {
    if (this.#tick) clearInterval(this.#tick);
    if (this.#flushAt) clearTimeout(this.#flushAt);
    for (const { response } of this.#clients) response.end();
    this.#clients.clear();
  }

  /** Throws a 429 when this caller or all of them together hold too many streams. */
  admit(caller: string): void {
    const own = [...this.#clients].filter((client) => client.caller === caller).length;
    if (own >= CLIENTS_PER_CALLER_MAX)
      throw new ProblemError(
        'rate_limited',
        `${own} streams of ${caller} are open already, which is the most. Close one, or poll the lists.`,
        { 'Retry-After': '30' },
      );
    if (this.#clients.size >= CLIENTS_MAX)
      throw new ProblemError('rate_limited', 'All streams are taken. Poll the lists, or try again later.', {
        'Retry-After': '30',
      });
  }

  /** Takes over an admitted client's response until it leaves. */
  async open(client: StreamClient, lastEventId: string | undefined): Promise<void> {
    // It may have left while its request was being read; then there is no further 'close' to hear.
    if (client.response.destroyed) return;
    this.#flush();
    this.#clients.add(client);
    client.response.on('close', () => this.#clients.delete(client));
    client.response.on('error', () => client.response.destroy());
    this.#send(client, `retry: ${RECONNECT_AFTER_MS}\n\n${this.#firstFrames(client.profile, lastEventId)}`);
    const state = await this.#stateEvents();
    this.#flush();
    if (this.#clients.has(client)) this.#send(client, writeFrames(state, this.#eventId()));
  }

  #firstFrames(profile: ProfileName, lastEventId: string | undefined): string {
    const seen = lastEventId === undefined ? null : readVector(lastEventId);
    const mints = seen && this.store.changedSince(seen);
    return mints ? this.#changeFrames(mints, profile) : this.#resetFrame();
  }

  #noteChange(mint: string): void {
    if (this.#clients.size === 0) return;
    this.#changed.add(mint);
    // A turn later at least: the rest of the batch that this change came with belongs to the same write.
    this.#flushAt ??= setTimeout(() => this.#flush(), this.#flushedMs + COALESCE_MS - performance.now());
  }

  #flush(): void {
    if (this.#flushAt) clearTimeout(this.#flushAt);
    this.#flushAt = null;
    if (this.#changed.size === 0) return;
    this.#flushedMs = performance.now();
    const mints = [...this.#changed];
    this.#changed.clear();
    const frames = new Map<ProfileName, string>();
    for (const client of this.#clients) {
      const text = frames.get(client.profile) ?? this.#changeFrames(mints, client.profile);
      frames.set(client.profile, text);
      this.#send(client, text);
    }
  }

  #resetAll(): void {
    this.#changed.clear();
    for (const client of this.#clients) this.#send(client, this.#resetFrame());
  }

  async #sendTick(): Promise<void> {
    if (this.#clients.size === 0) return;
    const state = await this.#stateEvents();
    // An id says that everything up to it was sent, so what waits goes first.
    this.#flush();
    const frames = writeFrames(state, this.#eventId());
    for (const client of this.#clients) this.#send(client, frames);
  }

  #changeFrames(mints: readonly string[], profile: ProfileName): string {
    if (mints.length > TOKENS_AT_ONCE_MAX) return this.#resetFrame();
    return writeFrames(
      mints.map((mint) => ({
        event: STREAM_EVENTS.token,
        data: this.#tokenNow(mint, profile),
      })),
      this.#eventId(),
    );
  }

  #tokenNow(mint: string, profile: ProfileName): StreamToken {
    const { projection } = this.store;
    return StreamToken.parse({
      mint,
      profile,
      ...projection.describe(mint, profile),
      asOf: projection.streamTime,
    });
  }

  #resetFrame(): string {
    return writeFrame(STREAM_EVENTS.reset, {}, this.#eventId());
  }

  async #stateEvents(): Promise<StreamEvent[]> {
    const health = { event: STREAM_EVENTS.health, data: await this.queries.execute(new GetHealth()) };
    if (!this.store.isLoaded) return [health];
    const count = await this.queries.execute(new GetMonitoringCount());
    return [{ event: STREAM_EVENTS.monitoring, data: count }, health];
  }

  #eventId(): string {
    return writeVector(this.store.offsets);
  }

  #send({ response }: StreamClient, text: string): void {
    if (text === '' || response.destroyed) return;
    if (response.writableLength > UNREAD_BYTES_MAX) response.destroy();
    else response.write(text);
  }
}
