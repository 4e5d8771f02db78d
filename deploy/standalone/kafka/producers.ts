import { ErrorCode, KafkaError } from './errors.js';
import type { BatchHeader } from './record-batch.js';

/** As many as a producer may have under way at once; a resend of any of them is recognised. */
const REMEMBERED_BATCHES = 5;
const MAX_SEQUENCE = 2 ** 31 - 1;

interface RememberedBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly baseOffset: number;
  readonly lastOffset: number;
}

interface Producer {
  epoch: number;
  batches: RememberedBatch[];
  /** The first offset of its open transaction. */
  openSince: number | null;
  lastSeenMs: number;
}

/** A finished transaction that readers of committed data must leave out. Offsets are inclusive. */
export interface AbortedTransaction {
  readonly producerId: number;
  readonly firstOffset: number;
  readonly lastOffset: number;
}

function lastSequenceOf(header: BatchHeader): number {
  const last = header.baseSequence + (header.lastOffset - header.baseOffset);
  return last > MAX_SEQUENCE ? last - MAX_SEQUENCE - 1 : last;
}

/** What one partition knows of its idempotent producers; rebuilt from the log at start. */
export class Producers {
  private readonly byId = new Map<number, Producer>();
  private abortedList: AbortedTransaction[] = [];

  /**
   * Checks the sequence of a batch that has no offset yet. Returns the batch it repeats, or null if it is
   * new. Throws `KafkaError`: 45 for a hole, 47 for an old epoch. A producer not known here (its records
   * are gone) may begin anywhere, as in Kafka.
   */
  check(header: BatchHeader): RememberedBatch | null {
    const producer = this.byId.get(header.producerId);
    if (!producer) return null;
    if (header.producerEpoch < producer.epoch) {
      throw new KafkaError(
        ErrorCode.INVALID_PRODUCER_EPOCH,
        `producer ${header.producerId} has gone on to epoch ${producer.epoch}`,
      );
    }
    const isNewEpoch = header.producerEpoch > producer.epoch;
    const last = isNewEpoch ? undefined : producer.batches.at(-1);
    if (last) {
      const lastSequence = lastSequenceOf(header);
      const repeated = producer.batches.find(
        (batch) => batch.firstSequence === header.baseSequence && batch.lastSequence === lastSequence,
      );
      if (repeated) return repeated;
    }
    const expected = last ? (last.lastSequence === MAX_SEQUENCE ? 0 : last.lastSequence + 1) : 0;
    if (header.baseSequence !== expected) {
      throw new KafkaError(
        ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
        `producer ${header.producerId} sent sequence ${header.baseSequence}, expected ${expected}`,
      );
    }
    return null;
  }

  /** Takes a batch with its offsets into account. */
  note(header: BatchHeader, nowMs: number): void {
    if (header.producerId < 0) return;
    const producer = this.entry(header.producerId, header.producerEpoch, nowMs);
    const { baseSequence: firstSequence, baseOffset, lastOffset } = header;
    producer.batches.push({ firstSequence, lastSequence: lastSequenceOf(header), baseOffset, lastOffset });
    if (producer.batches.length > REMEMBERED_BATCHES) producer.batches.shift();
    // An emptied batch is what compaction left of a transaction that ended long ago.
    if (header.isTransactional && header.count > 0) producer.openSince ??= baseOffset;
  }

  /** Takes the end of a producer's transaction into account. */
  noteMarker(header: BatchHeader, isCommit: boolean, nowMs: number): void {
    const producer = this.entry(header.producerId, header.producerEpoch, nowMs);
    if (producer.openSince !== null && !isCommit) {
      this.abortedList.push({
        producerId: header.producerId,
        firstOffset: producer.openSince,
        lastOffset: header.lastOffset,
      });
    }
    producer.openSince = null;
  }

  private entry(producerId: number, epoch: number, nowMs: number): Producer {
    let producer = this.byId.get(producerId);
    if (!producer) {
      producer = { epoch, batches: [], openSince: null, lastSeenMs: nowMs };
      this.byId.set(producerId, producer);
    }
    if (epoch > producer.epoch) {
      producer.epoch = epoch;
      producer.batches = [];
    }
    producer.lastSeenMs = nowMs;
    return producer;
  }

  /** The producers with an open transaction here, with their epochs. */
  open(): { producerId: number; epoch: number }[] {
    const list = [];
    for (const [producerId, { epoch, openSince }] of this.byId) {
      if (openSince !== null) list.push({ producerId, epoch });
    }
    return list;
  }

  isOpen(producerId: number): boolean {
    return (this.byId.get(producerId)?.openSince ?? null) !== null;
  }

  /** The first offset that is not decided yet, or null. */
  firstOpenOffset(): number | null {
    let first: number | null = null;
    for (const { openSince } of this.byId.values()) {
      if (openSince !== null && (first === null || openSince < first)) first = openSince;
    }
    return first;
  }

  /** The aborted transactions with something in [startOffset, endOffset), by their first offsets. */
  abortedBetween(startOffset: number, endOffset: number): AbortedTransaction[] {
    return this.abortedList
      .filter(({ firstOffset, lastOffset }) => lastOffset >= startOffset && firstOffset < endOffset)
      .sort((a, b) => a.firstOffset - b.firstOffset);
  }

  /** Whether a record of this producer at this offset was aborted. */
  isAborted(producerId: number, offset: number): boolean {
    return this.abortedList.some(
      (aborted) =>
        aborted.producerId === producerId && aborted.firstOffset <= offset && offset <= aborted.lastOffset,
    );
  }

  /** Forgets aborted transactions of which nothing is left before `offset`. */
  forgetAbortedBefore(offset: number): void {
    this.abortedList = this.abortedList.filter(({ lastOffset }) => lastOffset >= offset);
  }

  /** Whether this is the batch by which the producer's next sequence is known after a restart. */
  isLastBatch(header: BatchHeader): boolean {
    return this.byId.get(header.producerId)?.batches.at(-1)?.lastOffset === header.lastOffset;
  }

  /** Forgets producers without an open transaction that were not seen since `thresholdMs`. */
  forgetIdle(thresholdMs: number): void {
    for (const [producerId, { openSince, lastSeenMs }] of this.byId) {
      if (openSince === null && lastSeenMs < thresholdMs) this.byId.delete(producerId);
    }
  }
}
