import { gunzipSync, gzipSync } from 'node:zlib';
import { crc32c } from './crc32c.js';
import { ErrorCode, KafkaError } from './errors.js';
import { readInt64, writeInt64 } from './wire.js';

// Record batch, magic 2 (kafka.apache.org/documentation/#recordbatch). The checksum covers everything from
// the attributes on, so the broker may rewrite base offset and leader epoch without touching it.
const AT = {
  baseOffset: 0,
  length: 8,
  leaderEpoch: 12,
  magic: 16,
  crc: 17,
  attributes: 21,
  lastOffsetDelta: 23,
  baseTimestamp: 27,
  maxTimestamp: 35,
  producerId: 43,
  producerEpoch: 51,
  baseSequence: 53,
  count: 57,
} as const;

/** Bytes of a batch before its first record. */
export const BATCH_HEADER_BYTES = 61;
const LENGTH_OVERHEAD = 12;
const COMPRESSION_MASK = 0x07;
const LOG_APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
const GZIP = 1;
/** A batch is at most 1 MB as it comes; what unpacks to more than this is a bomb. Its readers hold it several times. */
const MAX_DECOMPRESSED_BYTES = 64 * 1024 * 1024;
const NO_TIMESTAMP = -1;

/** The header of a stored batch. Offsets are inclusive, times are in milliseconds. */
export interface BatchHeader {
  readonly baseOffset: number;
  readonly lastOffset: number;
  readonly byteLength: number;
  readonly baseTimestampMs: number;
  readonly maxTimestampMs: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  readonly baseSequence: number;
  readonly count: number;
  readonly isTransactional: boolean;
  readonly isControl: boolean;
}

/** The size a batch claims to have, or null if the header at `position` is not that of a batch. */
export function batchLengthAt(buffer: Buffer, position: number): number | null {
  const byteLength = buffer.readInt32BE(position + AT.length) + LENGTH_OVERHEAD;
  const plausible = byteLength >= BATCH_HEADER_BYTES && buffer[position + AT.magic] === 2;
  return plausible ? byteLength : null;
}

/** Reads the header at `position`; the bytes must hold all 61 of it. */
export function readBatchHeader(buffer: Buffer, position = 0): BatchHeader {
  const attributes = buffer.readInt16BE(position + AT.attributes);
  const baseOffset = readInt64(buffer, position + AT.baseOffset);
  return {
    baseOffset,
    lastOffset: baseOffset + buffer.readInt32BE(position + AT.lastOffsetDelta),
    byteLength: buffer.readInt32BE(position + AT.length) + LENGTH_OVERHEAD,
    baseTimestampMs: readInt64(buffer, position + AT.baseTimestamp),
    maxTimestampMs: readInt64(buffer, position + AT.maxTimestamp),
    producerId: readInt64(buffer, position + AT.producerId),
    producerEpoch: buffer.readInt16BE(position + AT.producerEpoch),
    baseSequence: buffer.readInt32BE(position + AT.baseSequence),
    count: buffer.readInt32BE(position + AT.count),
    isTransactional: (attributes & TRANSACTIONAL) !== 0,
    isControl: (attributes & CONTROL) !== 0,
  };
}

/** Whether the checksum of the batch that fills `batch` is right. */
export function isBatchIntact(batch: Buffer): boolean {
  return crc32c(batch, AT.attributes) === batch.readUInt32BE(AT.crc);
}

/** Gives a batch its place in the log, in place. */
export function placeBatch(batch: Buffer, baseOffset: number): void {
  writeInt64(batch, baseOffset, AT.baseOffset);
  batch.writeInt32BE(0, AT.leaderEpoch);
}

/** One record inside the (decompressed) records of a batch; `start` and `end` are byte positions there. */
export interface RecordView {
  offsetDelta: number;
  timestampDeltaMs: number;
  key: Buffer | null;
  isTombstone: boolean;
  start: number;
  end: number;
}

class VarintCursor {
  position = 0;
  constructor(readonly bytes: Buffer) {}

  /** A zigzag varint of up to 64 bits, exact up to 2^53. */
  next(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      scale *= 128;
    }
    throw invalidRecord('a number inside a record does not end');
  }

  /** The bytes of a field with its length before it; null for length -1. */
  field(end: number): Buffer | null {
    const length = this.next();
    if (length === -1) return null;
    const start = this.position;
    if (length < 0 || start + length > end) throw invalidRecord('a field runs over the end of its record');
    this.position = start + length;
    return this.bytes.subarray(start, start + length);
  }
}

function invalidRecord(message: string): KafkaError {
  return new KafkaError(ErrorCode.INVALID_RECORD, message);
}

/** The records of a batch as plain bytes. Throws `KafkaError` for a codec that Node does not have. */
export function recordBytes(batch: Buffer): Buffer {
  const codec = batch.readInt16BE(AT.attributes) & COMPRESSION_MASK;
  const body = batch.subarray(BATCH_HEADER_BYTES);
  if (codec === 0) return body;
  if (codec !== GZIP) {
    throw new KafkaError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, 'this broker knows only gzip compression');
  }
  try {
    return gunzipSync(body, { maxOutputLength: MAX_DECOMPRESSED_BYTES });
  } catch (cause) {
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, `the records cannot be decompressed: ${String(cause)}`);
  }
}

/**
 * Calls `visit` for each of `count` records, with one view that is used again for the next record.
 * Throws `KafkaError` INVALID_RECORD if the bytes are not exactly that many records.
 */
export function visitRecords(bytes: Buffer, count: number, visit: (record: RecordView) => void): void {
  const cursor = new VarintCursor(bytes);
  const view: RecordView = {
    offsetDelta: 0,
    timestampDeltaMs: 0,
    key: null,
    isTombstone: false,
    start: 0,
    end: 0,
  };
  for (let i = 0; i < count; i++) {
    view.start = cursor.position;
    const length = cursor.next();
    view.end = cursor.position + length;
    if (length < 0 || view.end > bytes.length) throw invalidRecord('a record runs over the end of its batch');
    cursor.position++; // record attributes: unused in magic 2
    view.timestampDeltaMs = cursor.next();
    view.offsetDelta = cursor.next();
    view.key = cursor.field(view.end);
    view.isTombstone = cursor.field(view.end) === null;
    const headers = cursor.next();
    if (headers < 0) throw invalidRecord('a record has a negative number of headers');
    for (let h = 0; h < headers; h++) {
      if (cursor.field(view.end) === null) throw invalidRecord('a header has no name');
      cursor.field(view.end);
    }
    if (cursor.position !== view.end) throw invalidRecord('a record is not as long as it says');
    visit(view);
  }
  if (cursor.position !== bytes.length) throw invalidRecord('bytes are left after the last record');
}

/** What a topic's settings ask of a batch. Times in milliseconds. */
export interface BatchRules {
  readonly maxMessageBytes: number;
  readonly isCompacted: boolean;
  readonly timestampType: 'CreateTime' | 'LogAppendTime';
  readonly timestampBeforeMaxMs: number;
  readonly timestampAfterMaxMs: number;
}

/**
 * Checks a produced batch as Kafka's LogValidator does and stamps it where the topic uses append time.
 * The buffer must hold exactly one batch and may be changed. Throws `KafkaError` with the refusal.
 */
export function acceptBatch(batch: Buffer, rules: BatchRules, nowMs: number): BatchHeader {
  if (batch.length < BATCH_HEADER_BYTES)
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, 'too short for a batch');
  if (batch[AT.magic] !== 2) throw invalidRecord('only record batches of magic 2 are accepted');
  const byteLength = batchLengthAt(batch, 0);
  if (byteLength === null || byteLength > batch.length) {
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, 'the batch is not as long as it says');
  }
  if (byteLength < batch.length) throw invalidRecord('more than one batch for a partition in one request');
  if (!isBatchIntact(batch))
    throw new KafkaError(ErrorCode.CORRUPT_MESSAGE, 'the checksum of the batch is wrong');
  if (byteLength > rules.maxMessageBytes) {
    throw new KafkaError(
      ErrorCode.MESSAGE_TOO_LARGE,
      `the batch has ${byteLength} bytes, max.message.bytes is ${rules.maxMessageBytes}`,
    );
  }
  const header = readBatchHeader(batch);
  const attributes = batch.readInt16BE(AT.attributes);
  if (header.isControl) throw invalidRecord('a client may not write control records');
  if (attributes & LOG_APPEND_TIME) {
    throw new KafkaError(ErrorCode.INVALID_TIMESTAMP, 'a client may not set the append time');
  }
  if (header.producerId >= 0 && (header.producerEpoch < 0 || header.baseSequence < 0)) {
    throw invalidRecord('an idempotent batch without epoch or sequence');
  }
  if (header.isTransactional && header.producerId < 0)
    throw invalidRecord('a transaction without producer id');
  if (header.count < 1 || batch.readInt32BE(AT.lastOffsetDelta) !== header.count - 1) {
    throw invalidRecord('the number of records does not agree with the last offset');
  }
  const maxTimestampMs = checkRecords(batch, header, rules, nowMs);
  if (rules.timestampType === 'LogAppendTime') {
    batch.writeInt16BE(attributes | LOG_APPEND_TIME, AT.attributes);
    writeInt64(batch, nowMs, AT.maxTimestamp);
  } else if (maxTimestampMs !== header.maxTimestampMs) {
    writeInt64(batch, maxTimestampMs, AT.maxTimestamp);
  } else {
    return header;
  }
  sealBatch(batch);
  return readBatchHeader(batch);
}

function checkRecords(batch: Buffer, header: BatchHeader, rules: BatchRules, nowMs: number): number {
  const checksTime = rules.timestampType === 'CreateTime';
  let expectedDelta = 0;
  let maxTimestampMs = NO_TIMESTAMP;
  visitRecords(recordBytes(batch), header.count, (record) => {
    if (record.offsetDelta !== expectedDelta++) throw invalidRecord('the offsets in a batch have a hole');
    if (rules.isCompacted && record.key === null) throw invalidRecord('a compacted topic needs keys');
    const timestampMs = header.baseTimestampMs + record.timestampDeltaMs;
    if (timestampMs > maxTimestampMs) maxTimestampMs = timestampMs;
    if (!checksTime || timestampMs === NO_TIMESTAMP) return;
    const aheadMs = timestampMs - nowMs;
    if (aheadMs > rules.timestampAfterMaxMs || -aheadMs > rules.timestampBeforeMaxMs) {
      throw new KafkaError(
        ErrorCode.INVALID_TIMESTAMP,
        `the timestamp ${timestampMs} is further from the broker's clock than the topic allows`,
      );
    }
  });
  return maxTimestampMs;
}

function sealBatch(batch: Buffer): void {
  batch.writeUInt32BE(crc32c(batch, AT.attributes), AT.crc);
}

/**
 * The batch with only the records that `keep` wants, at the same offsets, and no longer part of a
 * transaction: compaction keeps only what is committed. Without any record the header alone stays.
 */
export function filterBatch(batch: Buffer, keep: (record: RecordView) => boolean): Buffer {
  const bytes = recordBytes(batch);
  const kept: Buffer[] = [];
  const { count } = readBatchHeader(batch);
  visitRecords(bytes, count, (record) => {
    if (keep(record)) kept.push(bytes.subarray(record.start, record.end));
  });
  const attributes = batch.readInt16BE(AT.attributes);
  const isCompressed = (attributes & COMPRESSION_MASK) !== 0 && kept.length > 0;
  const body = isCompressed ? gzipSync(Buffer.concat(kept)) : Buffer.concat(kept);
  const result = Buffer.concat([batch.subarray(0, BATCH_HEADER_BYTES), body]);
  const plain = attributes & ~TRANSACTIONAL & (isCompressed ? ~0 : ~COMPRESSION_MASK);
  result.writeInt16BE(plain, AT.attributes);
  result.writeInt32BE(kept.length, AT.count);
  result.writeInt32BE(result.length - LENGTH_OVERHEAD, AT.length);
  sealBatch(result);
  return result;
}

/** The control batch that ends a producer's transaction in one partition. */
export function buildMarker(
  producerId: number,
  producerEpoch: number,
  isCommit: boolean,
  nowMs: number,
): Buffer {
  // Record: length, attributes, time and offset deltas 0, key (version 0, type), value (version 0, epoch 0).
  const record = Buffer.from([0, 0, 0, 0, 8, 0, 0, 0, isCommit ? 1 : 0, 12, 0, 0, 0, 0, 0, 0, 0]);
  record[0] = (record.length - 1) * 2;
  const batch = Buffer.alloc(BATCH_HEADER_BYTES + record.length);
  batch.writeInt32BE(batch.length - LENGTH_OVERHEAD, AT.length);
  batch.writeInt8(2, AT.magic);
  batch.writeInt16BE(TRANSACTIONAL | CONTROL, AT.attributes);
  writeInt64(batch, nowMs, AT.baseTimestamp);
  writeInt64(batch, nowMs, AT.maxTimestamp);
  writeInt64(batch, producerId, AT.producerId);
  batch.writeInt16BE(producerEpoch, AT.producerEpoch);
  batch.writeInt32BE(-1, AT.baseSequence);
  batch.writeInt32BE(1, AT.count);
  record.copy(batch, BATCH_HEADER_BYTES);
  sealBatch(batch);
  return batch;
}

/** Whether the marker commits (else it aborts). */
export function isCommitMarker(batch: Buffer): boolean {
  let isCommit = false;
  visitRecords(recordBytes(batch), 1, (record) => {
    isCommit = record.key?.readInt16BE(2) === 1;
  });
  return isCommit;
}

/** The first record from `minOffset` on that is at or after a time; null if the batch has none. */
export function findRecordByTime(
  batch: Buffer,
  timestampMs: number,
  minOffset: number,
): { offset: number; timestampMs: number } | null {
  const header = readBatchHeader(batch);
  const appendTime = (batch.readInt16BE(AT.attributes) & LOG_APPEND_TIME) !== 0;
  let found: { offset: number; timestampMs: number } | null = null;
  visitRecords(recordBytes(batch), header.count, (record) => {
    const recordMs = appendTime ? header.maxTimestampMs : header.baseTimestampMs + record.timestampDeltaMs;
    const offset = header.baseOffset + record.offsetDelta;
    if (found === null && recordMs >= timestampMs && offset >= minOffset)
      found = { offset, timestampMs: recordMs };
  });
  return found;
}
