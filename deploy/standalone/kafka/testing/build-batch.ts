import { gzipSync } from 'node:zlib';
import { crc32c } from '../crc32c.js';
import { writeInt64 } from '../wire.js';

/** What a produced batch holds; everything has a plain default. */
export interface BatchPlan {
  readonly records: readonly { key?: string | null; value?: string | null; timestampMs?: number }[];
  readonly baseTimestampMs?: number;
  readonly producerId?: number;
  readonly producerEpoch?: number;
  readonly baseSequence?: number;
  readonly isTransactional?: boolean;
  readonly isGzip?: boolean;
}

function varint(value: number): Buffer {
  let rest = value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value);
  const bytes: number[] = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

function field(text: string | null): Buffer {
  if (text === null) return varint(-1);
  const bytes = Buffer.from(text);
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** A record batch as a producer sends it, written independently of the code under test. */
export function buildBatch(plan: BatchPlan): Buffer {
  const baseTimestampMs = plan.baseTimestampMs ?? plan.records[0]?.timestampMs ?? Date.now();
  let maxTimestampMs = -1;
  const records = plan.records.map(({ key = null, value = 'value', timestampMs = baseTimestampMs }, i) => {
    maxTimestampMs = Math.max(maxTimestampMs, timestampMs);
    const body = Buffer.concat([
      Buffer.from([0]),
      varint(timestampMs - baseTimestampMs),
      varint(i),
      field(key),
      field(value),
      varint(0),
    ]);
    return Buffer.concat([varint(body.length), body]);
  });
  const plain = Buffer.concat(records);
  const header = Buffer.alloc(61);
  const batch = Buffer.concat([header, plan.isGzip ? gzipSync(plain) : plain]);
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeInt32BE(-1, 12);
  batch.writeInt8(2, 16);
  batch.writeInt16BE((plan.isGzip ? 1 : 0) | (plan.isTransactional ? 16 : 0), 21);
  batch.writeInt32BE(plan.records.length - 1, 23);
  writeInt64(batch, baseTimestampMs, 27);
  writeInt64(batch, maxTimestampMs, 35);
  writeInt64(batch, plan.producerId ?? -1, 43);
  batch.writeInt16BE(plan.producerEpoch ?? -1, 51);
  batch.writeInt32BE(plan.baseSequence ?? -1, 53);
  batch.writeInt32BE(plan.records.length, 57);
  return sealed(batch);
}

/** The batch with the checksum its present bytes ask for. */
export function sealed(batch: Buffer): Buffer {
  batch.writeUInt32BE(crc32c(batch, 21), 17);
  return batch;
}
