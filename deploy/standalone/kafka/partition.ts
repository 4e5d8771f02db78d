import { mkdir, rm } from 'node:fs/promises';
import { ErrorCode, KafkaError } from './errors.js';
import { isMissing, syncFolder } from './files.js';
import { type AbortedTransaction, Producers } from './producers.js';
import {
  acceptBatch,
  type BatchHeader,
  buildMarker,
  isCommitMarker,
  placeBatch,
  readBatchHeader,
} from './record-batch.js';
import { recoverSegments } from './recover-segments.js';
import { givenUp, isExpired } from './retention.js';
import { Segment } from './segment.js';
import type { TopicSettings } from './topic-settings.js';

const PRODUCER_IDLE_MS = 24 * 60 * 60 * 1000;

/** Where an append went. `synced` resolves when it is on disk and readable. */
export interface Appended {
  readonly baseOffset: number;
  /** The time the broker stamped, or -1 where the topic keeps the producer's times. */
  readonly appendTimeMs: number;
  readonly synced: Promise<void>;
}

/** What a fetch of one partition yields. */
export interface FetchedSlice {
  readonly bytes: Buffer;
  readonly aborted: readonly AbortedTransaction[];
}

/** What a partition needs from around it. */
export interface PartitionContext {
  readonly settings: () => TopicSettings;
  readonly now: () => number;
  /** A write or sync failed: the files may differ from what was promised, so the process must not go on. */
  readonly onWriteFailure: (error: unknown) => void;
}

interface QueuedAppend {
  readonly segment: Segment;
  readonly batch: Buffer;
  readonly endOffset: number;
  readonly onSynced: () => void;
}

const EMPTY = Buffer.alloc(0);

/**
 * The log of one partition. Appends are checked, placed and queued synchronously and in order; one loop
 * writes and syncs whatever has gathered (group commit) and only then makes it readable.
 */
export class Partition {
  readonly producers = new Producers();
  /** Replaced as a whole on every change, so that a reader's copy stays what it was. */
  private segments: Segment[] = [];
  private nextOffset = 0;
  private syncedOffset = 0;
  private startOffset: number;
  private queue: QueuedAppend[] = [];
  private isWriting = false;
  private writing: Promise<void> = Promise.resolve();
  private readonly waiters = new Set<() => void>();
  private upkeep: Promise<void> = Promise.resolve();
  private isRemoved = false;
  private isClosed = false;

  private constructor(
    readonly folder: string,
    private readonly context: PartitionContext,
    startOffset: number,
  ) {
    this.startOffset = startOffset;
  }

  /** Opens the partition in `folder` (made if missing) and checks every batch in it. */
  static async open(folder: string, startOffset: number, context: PartitionContext): Promise<Partition> {
    const partition = new Partition(folder, context, startOffset);
    await mkdir(folder, { recursive: true });
    await partition.recover();
    return partition;
  }

  private async recover(): Promise<void> {
    const segments = await recoverSegments(this.folder, (batch) =>
      this.noteProducer(readBatchHeader(batch), batch),
    );
    this.segments = segments;
    this.nextOffset = Math.max(segments.at(-1)?.endOffset ?? 0, this.startOffset);
    this.syncedOffset = this.nextOffset;
    this.startOffset = Math.max(this.startOffset, segments[0]?.baseOffset ?? 0);
    this.producers.forgetAbortedBefore(this.startOffset);
  }

  private noteProducer(header: BatchHeader, batch: Buffer): void {
    if (header.isControl) this.producers.noteMarker(header, isCommitMarker(batch), this.context.now());
    else this.producers.note(header, this.context.now());
  }

  /** Removed or closed: long work on it should stop where it can. */
  get isEnding(): boolean {
    return this.isRemoved || this.isClosed;
  }

  /** The first offset that may be read. */
  get logStartOffset(): number {
    return this.startOffset;
  }

  /** The offset after the last synced record. */
  get highWatermark(): number {
    return this.syncedOffset;
  }

  /** The offset up to which every transaction is decided and synced. */
  get lastStableOffset(): number {
    return Math.min(this.producers.firstOpenOffset() ?? Number.MAX_SAFE_INTEGER, this.syncedOffset);
  }

  /**
   * Appends one produced batch, which must own its bytes. `mayAppend` is asked before a new transactional
   * batch is placed. A repeated batch gets the offset of the first. Throws `KafkaError` with the refusal.
   */
  append(batch: Buffer, mayAppend: (header: BatchHeader) => void): Appended {
    this.assertPresent();
    const settings = this.context.settings();
    const nowMs = this.context.now();
    const header = acceptBatch(batch, settings, nowMs);
    if (batch.length > settings.segmentBytes) {
      throw new KafkaError(ErrorCode.RECORD_LIST_TOO_LARGE, 'the batch is larger than segment.bytes');
    }
    const appendTimeMs = settings.timestampType === 'LogAppendTime' ? nowMs : -1;
    if (header.producerId >= 0) {
      mayAppend(header);
      const repeated = this.producers.check(header);
      if (repeated) {
        const synced = this.whenSynced(repeated.lastOffset);
        return { baseOffset: repeated.baseOffset, appendTimeMs, synced };
      }
    }
    const { baseOffset, synced } = this.place(batch, header);
    this.producers.note(readBatchHeader(batch), nowMs);
    return { baseOffset, appendTimeMs, synced };
  }

  /** Ends the producer's open transaction here; without one there is nothing to do. */
  async endTransaction(producerId: number, producerEpoch: number, isCommit: boolean): Promise<void> {
    if (this.isRemoved || !this.producers.isOpen(producerId)) return;
    const marker = buildMarker(producerId, producerEpoch, isCommit, this.context.now());
    const { synced } = this.place(marker, readBatchHeader(marker));
    await synced;
    // Only now: until the marker is on disk nobody may read past the transaction's first offset.
    this.producers.noteMarker(readBatchHeader(marker), isCommit, this.context.now());
    this.wake();
  }

  private place(batch: Buffer, header: BatchHeader): { baseOffset: number; synced: Promise<void> } {
    const baseOffset = this.nextOffset;
    placeBatch(batch, baseOffset);
    const segment = this.segmentFor(batch.length);
    const placed = readBatchHeader(batch);
    segment.note(placed);
    this.nextOffset = baseOffset + (header.lastOffset - header.baseOffset) + 1;
    const endOffset = this.nextOffset;
    const synced = new Promise<void>((onSynced) => {
      // The process ends: whoever waits for this has lost its connection.
      if (this.isClosed) return;
      this.queue.push({ segment, batch, endOffset, onSynced });
    });
    if (!this.isWriting && this.queue.length > 0) this.writing = this.writeQueued();
    return { baseOffset, synced };
  }

  private segmentFor(batchBytes: number): Segment {
    const active = this.segments.at(-1);
    const { segmentBytes, segmentMs } = this.context.settings();
    const isTooOld = active !== undefined && this.context.now() - active.createdAtMs > segmentMs;
    const isFull = active !== undefined && (active.byteLength + batchBytes > segmentBytes || isTooOld);
    const canTake =
      active !== undefined && active.name.cleaned === null && !(active.byteLength > 0 && isFull);
    return canTake ? active : this.roll();
  }

  private roll(): Segment {
    const nowMs = this.context.now();
    const segment = new Segment(this.folder, { baseOffset: this.nextOffset, cleaned: null }, nowMs, nowMs);
    this.segments = [...this.segments, segment];
    return segment;
  }

  private async writeQueued(): Promise<void> {
    this.isWriting = true;
    try {
      while (this.queue.length > 0) {
        const group = this.queue;
        this.queue = [];
        for (let start = 0; start < group.length; ) {
          const { segment } = group[start]!;
          let end = start;
          while (end < group.length && group[end]!.segment === segment) end++;
          const run = group.slice(start, end);
          await segment.write(
            run.map(({ batch }) => batch),
            this.context.now(),
          );
          // A segment is synced before its successor's file exists: only the last can have a torn end.
          if (segment !== this.segments.at(-1)) await segment.close();
          this.syncedOffset = run.at(-1)!.endOffset;
          for (const { onSynced } of run) onSynced();
          start = end;
        }
        this.wake();
      }
    } catch (error) {
      if (!this.isRemoved) this.context.onWriteFailure(error);
    } finally {
      this.isWriting = false;
    }
  }

  private whenSynced(offset: number): Promise<void> {
    if (offset < this.syncedOffset) return Promise.resolve();
    return new Promise((resolve) => {
      const check = () => {
        if (offset < this.syncedOffset) resolve();
        else this.waiters.add(check);
      };
      check();
    });
  }

  /** Whether something is on its way to the disk and cannot be read yet. */
  get hasUnsynced(): boolean {
    return this.syncedOffset < this.nextOffset;
  }

  /** Calls `waiter` once, at the next change of what can be read. */
  addWaiter(waiter: () => void): void {
    this.waiters.add(waiter);
  }

  removeWaiter(waiter: () => void): void {
    this.waiters.delete(waiter);
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const waiter of waiters) waiter();
  }

  private assertPresent(): void {
    if (this.isRemoved) throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, 'the topic is deleted');
  }

  private assertInRange(offset: number): void {
    this.assertPresent();
    if (offset < this.startOffset || offset > this.syncedOffset) {
      throw new KafkaError(
        ErrorCode.OFFSET_OUT_OF_RANGE,
        `offset ${offset} is outside ${this.startOffset} to ${this.syncedOffset}`,
      );
    }
  }

  private limitFor(isCommittedOnly: boolean): number {
    return isCommittedOnly ? this.lastStableOffset : this.syncedOffset;
  }

  /** About how many bytes a fetch from `offset` would find. Throws `KafkaError` 1 or 3. */
  availableBytes(offset: number, isCommittedOnly: boolean): number {
    this.assertInRange(offset);
    if (offset >= this.limitFor(isCommittedOnly)) return 0;
    let bytes = 1;
    for (const segment of this.segments) if (segment.endOffset > offset) bytes += segment.bytesFrom(offset);
    return bytes;
  }

  /** Reads whole batches from `offset` on; see `Segment.read`. Throws `KafkaError` 1 or 3. */
  async fetch(
    offset: number,
    isCommittedOnly: boolean,
    maxBytes: number,
    atLeastOne: boolean,
  ): Promise<FetchedSlice> {
    this.assertInRange(offset);
    const limit = this.limitFor(isCommittedOnly);
    const segments = this.segments;
    // Before the read: compaction may meanwhile remove the aborted records and forget about them.
    const aborted = isCommittedOnly ? this.producers.abortedBetween(offset, limit) : [];
    try {
      for (const segment of segments) {
        if (segment.endOffset <= offset) continue;
        if (segment.baseOffset >= limit) break;
        const slice = await segment.read(offset, limit, maxBytes, atLeastOne);
        if (!slice) continue;
        const { bytes, nextOffset } = slice;
        return { bytes, aborted: aborted.filter(({ firstOffset }) => firstOffset < nextOffset) };
      }
    } catch (error) {
      this.assertPresent();
      // Retention or compaction replaced a file between the look-up and the read: look again.
      if (!isMissing(error) || segments === this.segments) throw error;
      return this.fetch(offset, isCommittedOnly, maxBytes, atLeastOne);
    }
    return { bytes: EMPTY, aborted: [] };
  }

  /** The first readable record with a timestamp at or after `timestampMs`; null if there is none. */
  async findByTime(
    timestampMs: number,
    isCommittedOnly: boolean,
  ): Promise<{ offset: number; timestampMs: number } | null> {
    this.assertPresent();
    const limit = this.limitFor(isCommittedOnly);
    const segments = this.segments;
    try {
      for (const segment of segments) {
        const found = await segment.findByTime(timestampMs, this.startOffset, limit);
        if (found) return found;
      }
    } catch (error) {
      this.assertPresent();
      if (!isMissing(error) || segments === this.segments) throw error;
      return this.findByTime(timestampMs, isCommittedOnly);
    }
    return null;
  }

  /** Nothing before `offset` may be read from now on (DeleteRecords; the caller makes it durable first). */
  moveStart(offset: number): void {
    if (offset <= this.startOffset) return;
    this.startOffset = offset;
    this.producers.forgetAbortedBefore(offset);
    this.wake();
  }

  /** The synced segments that take no more batches. */
  sealedSegments(): Segment[] {
    return this.segments.slice(0, -1).filter((segment) => segment.syncedBytes === segment.byteLength);
  }

  /** Removes segments that retention or DeleteRecords gave up, the oldest first, never undecided ones. */
  async removeExpired(): Promise<void> {
    const settings = this.context.settings();
    const nowMs = this.context.now();
    const isGone = (segment: Segment) => isExpired(segment, settings, nowMs);
    const active = this.segments.at(-1);
    // The new file carries the next offset over a restart, so it must exist before the old ones go.
    if (active && this.segments.every(isGone)) await this.roll().create();
    const removed = givenUp(this.segments, this.sealedSegments(), settings, nowMs, {
      start: this.startOffset,
      stable: this.lastStableOffset,
    });
    if (removed.length === 0) return;
    this.segments = this.segments.slice(removed.length);
    this.moveStart(this.segments[0]!.baseOffset);
    for (const segment of removed) await segment.remove();
    await syncFolder(this.folder);
  }

  /** Puts a cleaned segment, already durable under its name, in the place of those it was made from. */
  async replace(old: readonly Segment[], cleaned: Segment): Promise<void> {
    const first = this.segments.indexOf(old[0]!);
    this.segments = [...this.segments.slice(0, first), cleaned, ...this.segments.slice(first + old.length)];
    for (const segment of old) await segment.remove();
    await syncFolder(this.folder);
  }

  /** Runs one piece of upkeep (retention, compaction) after the one before it, unless the partition ends. */
  maintain(work: () => Promise<void>): Promise<void> {
    const turn = this.upkeep.then(() => (this.isEnding ? undefined : work()));
    this.upkeep = turn.catch(() => undefined);
    return turn;
  }

  /** Forgets what nobody can ask for any more. */
  forgetIdleProducers(): void {
    this.producers.forgetIdle(this.context.now() - PRODUCER_IDLE_MS);
  }

  /** Waits for what is queued and lets go of the files. */
  async close(): Promise<void> {
    this.isClosed = true;
    while (this.isWriting) await this.writing;
    await this.upkeep;
    for (const segment of this.segments) await segment.close();
  }

  /** Deletes the partition with its files; waiting fetches are woken and find it gone. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    this.wake();
    await this.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
