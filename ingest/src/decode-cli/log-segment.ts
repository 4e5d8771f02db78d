/**
 * The records of a file of Kafka's log (`<topic>-<partition>/<offset>.log`): batches of magic 2 one after the other.
 * https://kafka.apache.org/documentation/#recordbatch
 */
import { gunzipSync } from 'node:zlib';

export type LoggedRecord = { offset: number; value: Buffer | null };

const AT = { baseOffset: 0, length: 8, magic: 16, attributes: 21, count: 57, records: 61 } as const;
/** Bytes before those that a batch's length counts. */
const UNCOUNTED = 12;
const MAGIC = 2;
const CODEC = 0x07;
const CONTROL = 0x20;
const GZIP = 1;
/** What unpacks to more is no batch of at most 1 MB. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Offsets are below 2^53, so the first byte is 0, which no text begins with. */
export const isLogSegment = (start: Buffer): boolean => start[0] === 0 && start[AT.magic] === MAGIC;

/** Cuts a file into whole batches; one that is being written may end within its last. */
export async function* batchesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const length = held.length < AT.records ? Number.POSITIVE_INFINITY : lengthOf(held);
      if (length > held.length) break;
      yield held.subarray(0, length);
      held = held.subarray(length);
    }
  }
}

function lengthOf(batch: Buffer): number {
  const length = batch.readInt32BE(AT.length) + UNCOUNTED;
  if (length < AT.records || batch[AT.magic] !== MAGIC)
    throw new Error('is damaged: a batch does not begin where one should');
  return length;
}

/** The records of one batch; of a transaction's end there are none. Throws a sentence. */
export function* recordsOf(batch: Buffer): Generator<LoggedRecord> {
  const attributes = batch.readInt16BE(AT.attributes);
  if (attributes & CONTROL) return;
  const cursor = new Cursor(unpack(batch.subarray(AT.records), attributes & CODEC));
  const baseOffset = Number(batch.readBigInt64BE(AT.baseOffset));
  for (let left = batch.readInt32BE(AT.count); left > 0; left -= 1) {
    const length = cursor.varint();
    const end = cursor.at + length;
    // Attributes, which are unused, and the time since the batch's.
    cursor.at += 1;
    cursor.varint();
    const offset = baseOffset + cursor.varint();
    cursor.field();
    yield { offset, value: cursor.field() };
    cursor.at = end;
  }
}

function unpack(records: Buffer, codec: number): Buffer {
  if (codec === 0) return records;
  if (codec === GZIP) return gunzipSync(records, { maxOutputLength: MAX_UNPACKED_BYTES });
  throw new Error(`is packed with codec ${codec} of Kafka: only gzip is read`);
}

class Cursor {
  at = 0;
  constructor(readonly bytes: Buffer) {}

  /** A zigzag number, exact to 2^53. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error('is damaged: a record runs over the end of its batch');
      value += (byte & 127) * scale;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }

  /** The bytes of a field behind its length; null for length -1. */
  field(): Buffer | null {
    const length = this.varint();
    if (length < 0) return null;
    this.at += length;
    if (this.at > this.bytes.length) throw new Error('is damaged: a record runs over the end of its batch');
    return this.bytes.subarray(this.at - length, this.at);
  }
}
