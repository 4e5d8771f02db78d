import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';
import { StartingError } from '../../platform/http/problem.js';
import { ChangeLog, type OffsetVector } from './view/change-log.js';
import { ScreeningProjection } from './view/projection.js';
import { readRecord, type Said } from './view/said.js';
import { Throughput } from './view/throughput.js';

/*
 * `now` is everywhere of a monotonic clock, as performance.now is: were the server's set back, what was read before
 * would be of a time to come, and speeds without end.
 */

/** Mints that a client may return for: a day of launches reaches a list far less often. */
const CHANGE_LOG_CAPACITY = 20_000;
const THROUGHPUT_SPAN_MS = 10_000;

type Generation = {
  projection: ScreeningProjection;
  log: ChangeLog;
  /** By partition, the offset after the last record read. Behind it stand only the marks that end transactions. */
  recordsEnd: Map<number, number>;
};

const newGeneration = (next: OffsetVector): Generation => ({
  projection: new ScreeningProjection(),
  log: new ChangeLog(next, CHANGE_LOG_CAPACITY),
  recordsEnd: new Map(next),
});

/**
 * Holds what the screener last said. A feed fills a new generation from stored rows and the topic behind them; it
 * takes the place of the one before only when the topic's end is reached, so that no answer is half loaded.
 */
@Injectable()
export class ScreeningStore {
  #live: Generation | null = null;
  #loading: Generation | null = null;
  #throughput: Throughput | null = null;
  /** Of stream time, ms. */
  #advance: Throughput | null = null;
  #unreadable = 0;
  readonly #changed = new Subject<string>();
  readonly #replaced = new Subject<void>();
  readonly #measured = new Subject<string>();

  /** A mint whose place or measurement changed. */
  readonly changed = this.#changed.asObservable();
  /** A mint that a record measures, whether a list holds it or not. */
  readonly measured = this.#measured.asObservable();
  /** Everything may have changed: the lists are to be read anew. */
  readonly replaced = this.#replaced.asObservable();
  /** What keeps the feed from being complete and current, as a sentence; null when nothing does. */
  trouble: string | null = null;

  get isLoaded(): boolean {
    return this.#live !== null;
  }

  /** Records that could not be read since the start. The processors that need them keep them as dead letters. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Throws {@link StartingError} before the first load is complete. */
  get projection(): ScreeningProjection {
    if (!this.#live) throw new StartingError();
    return this.#live.projection;
  }

  /** Offsets read so far; empty before the first load is complete. */
  get offsets(): OffsetVector {
    return this.#live?.log.read ?? new Map();
  }

  /** As {@link ChangeLog.since}. */
  changedSince(vector: OffsetVector): string[] | null {
    return this.#live?.log.since(vector) ?? null;
  }

  /** Journal records per second that the screener reads; null until the lists have been live for a second. */
  recordsPerSecond(now: number): number | null {
    return this.#throughput?.perSecond(now) ?? null;
  }

  /** Seconds of stream time that pass in a second of the clock; null until the lists have been live for a second. */
  streamSpeed(now: number): number | null {
    const perSecond = this.#advance?.perSecond(now) ?? null;
    return perSecond === null ? null : perSecond / 1_000;
  }

  /** A feed begins a new generation. `next`: by partition, the offset that it will read first. */
  begin(next: OffsetVector): void {
    this.#loading = newGeneration(next);
  }

  /** A stored row: older than, or the same as, a record of the topic. */
  addRow(read: () => Said[]): void {
    for (const said of this.#read(read)) this.#loading?.projection.apply(said);
  }

  addRecord(partition: number, offset: number, bytes: Buffer, now: number): void {
    const generation = this.#loading ?? this.#live;
    generation?.recordsEnd.set(partition, offset + 1);
    for (const said of this.#read(() => readRecord(bytes))) {
      if (said.kind === 'Measured') this.#measured.next(said.measurement.mint);
      const mints = generation?.projection.apply(said) ?? [];
      for (const mint of mints) generation?.log.changed(partition, offset, mint);
      if (generation !== this.#live) continue;
      if (said.kind === 'ScanAdvanced') {
        this.#throughput?.observe(said.partition, said.recordsRead, now);
        this.#observeTime(now);
      }
      for (const mint of mints) this.#changed.next(mint);
    }
  }

  /** The offset after a partition's last record, where everything before `high` has been read, else `high`. */
  recordsEnd(partition: number, high: number): number {
    const { log, recordsEnd } = this.#loading ?? this.#live ?? {};
    const isRead = (log?.read.get(partition) ?? -1) >= high - 1;
    return isRead ? Math.min(high, recordsEnd?.get(partition) ?? high) : high;
  }

  /** Everything of a partition up to and with `offset` has been read. */
  advance(partition: number, offset: number): void {
    (this.#loading ?? this.#live)?.log.advance(partition, offset);
  }

  /** The generation that {@link begin} began is complete. */
  finishLoading(now: number): void {
    if (!this.#loading) return;
    this.#live = this.#loading;
    this.#loading = null;
    this.#throughput = new Throughput(THROUGHPUT_SPAN_MS, now);
    for (const { partition, recordsRead } of this.#live.projection.scans())
      this.#throughput.observe(partition, recordsRead, now);
    this.#advance = new Throughput(THROUGHPUT_SPAN_MS, now);
    this.#observeTime(now);
    this.#replaced.next();
  }

  /** The newest block time of all partitions, which is where the chain has got to. */
  #observeTime(now: number): void {
    const streamTime = this.#live?.projection.streamTime ?? null;
    if (streamTime !== null) this.#advance?.observe(0, streamTime, now);
  }

  evictQuiet(): void {
    for (const mint of this.#live?.projection.evictQuiet() ?? []) this.#changed.next(mint);
  }

  #read(read: () => Said[]): Said[] {
    try {
      return read();
    } catch {
      this.#unreadable++;
      return [];
    }
  }
}
