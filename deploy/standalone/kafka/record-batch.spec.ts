import { expect, test } from 'vitest';
import { ErrorCode, KafkaError } from './errors.js';
import {
  acceptBatch,
  type BatchRules,
  buildMarker,
  filterBatch,
  findRecordByTime,
  isBatchIntact,
  isCommitMarker,
  placeBatch,
  readBatchHeader,
  recordBytes,
  visitRecords,
} from './record-batch.js';
import { buildBatch, sealed } from './testing/build-batch.js';

const NOW_MS = 1_800_000_000_000;
const RULES: BatchRules = {
  maxMessageBytes: 1000,
  isCompacted: false,
  timestampType: 'CreateTime',
  timestampBeforeMaxMs: 60_000,
  timestampAfterMaxMs: 1000,
};
const at = (ms: number) => ({ timestampMs: NOW_MS + ms });

function codeOf(work: () => unknown): number {
  try {
    work();
    return 0;
  } catch (error) {
    if (error instanceof KafkaError) return error.code;
    throw error;
  }
}

function keysOf(batch: Buffer): (string | null)[] {
  const keys: (string | null)[] = [];
  const { count } = readBatchHeader(batch);
  visitRecords(recordBytes(batch), count, ({ key }) => keys.push(key?.toString() ?? null));
  return keys;
}

test('a good batch is accepted unchanged', () => {
  const batch = buildBatch({
    records: [at(0), at(-10), at(500)],
    producerId: 7,
    producerEpoch: 1,
    baseSequence: 3,
  });
  const before = Buffer.from(batch);
  expect(acceptBatch(batch, RULES, NOW_MS)).toMatchObject({
    count: 3,
    lastOffset: 2,
    maxTimestampMs: NOW_MS + 500,
    producerId: 7,
    baseSequence: 3,
  });
  expect(batch).toEqual(before);
});

test('placing a batch leaves its checksum right', () => {
  const batch = buildBatch({ records: [at(0), at(0)] });
  placeBatch(batch, 2 ** 40);
  expect(readBatchHeader(batch)).toMatchObject({ baseOffset: 2 ** 40, lastOffset: 2 ** 40 + 1 });
  expect(isBatchIntact(batch)).toBe(true);
});

const changed = (change: (batch: Buffer) => void) => {
  const batch = buildBatch({ records: [at(0), at(0)] });
  change(batch);
  return batch;
};

test.each<[string, Buffer, Partial<BatchRules>, number]>([
  ['too few bytes', Buffer.alloc(60), {}, ErrorCode.CORRUPT_MESSAGE],
  ['a cut end', buildBatch({ records: [at(0)] }).subarray(0, -1), {}, ErrorCode.CORRUPT_MESSAGE],
  ['a flipped bit', changed((batch) => batch.writeUInt8(batch[70]! ^ 4, 70)), {}, ErrorCode.CORRUPT_MESSAGE],
  ['an old format', changed((batch) => batch.writeInt8(1, 16)), {}, ErrorCode.INVALID_RECORD],
  ['a wrong count', sealed(changed((batch) => batch.writeInt32BE(1, 57))), {}, ErrorCode.INVALID_RECORD],
  ['no record', sealed(changed((batch) => batch.writeInt32BE(0, 57))), {}, ErrorCode.INVALID_RECORD],
  ['control records', sealed(changed((batch) => batch.writeInt16BE(0x20, 21))), {}, ErrorCode.INVALID_RECORD],
  ['an append time', sealed(changed((batch) => batch.writeInt16BE(8, 21))), {}, ErrorCode.INVALID_TIMESTAMP],
  [
    'snappy',
    sealed(changed((batch) => batch.writeInt16BE(2, 21))),
    {},
    ErrorCode.UNSUPPORTED_COMPRESSION_TYPE,
  ],
  ['false gzip', sealed(changed((batch) => batch.writeInt16BE(1, 21))), {}, ErrorCode.CORRUPT_MESSAGE],
  ['too many bytes', buildBatch({ records: [at(0)] }), { maxMessageBytes: 60 }, ErrorCode.MESSAGE_TOO_LARGE],
  ['an old record', buildBatch({ records: [at(-60_001)] }), {}, ErrorCode.INVALID_TIMESTAMP],
  ['a record from tomorrow', buildBatch({ records: [at(0), at(1001)] }), {}, ErrorCode.INVALID_TIMESTAMP],
  [
    'no key',
    buildBatch({ records: [{ key: null, ...at(0) }] }),
    { isCompacted: true },
    ErrorCode.INVALID_RECORD,
  ],
  ['no epoch', buildBatch({ records: [at(0)], producerId: 1 }), {}, ErrorCode.INVALID_RECORD],
])('a batch with %s is refused', (_what, batch, rules, code) => {
  expect(codeOf(() => acceptBatch(batch, { ...RULES, ...rules }, NOW_MS))).toBe(code);
});

test('times are not checked but set where the broker’s own count', () => {
  const batch = buildBatch({ records: [at(-1_000_000)] });
  const rules: BatchRules = { ...RULES, timestampType: 'LogAppendTime' };
  expect(acceptBatch(batch, rules, NOW_MS).maxTimestampMs).toBe(NOW_MS);
  expect(isBatchIntact(batch)).toBe(true);
  expect(findRecordByTime(batch, NOW_MS, 0)).toEqual({ offset: 0, timestampMs: NOW_MS });
});

test('a wrong greatest time in the header is put right', () => {
  const batch = buildBatch({ records: [at(5), at(7)] });
  batch.writeBigInt64BE(1n, 35);
  expect(acceptBatch(sealed(batch), RULES, NOW_MS).maxTimestampMs).toBe(NOW_MS + 7);
  expect(isBatchIntact(batch)).toBe(true);
});

test.each([false, true])('filtering keeps the offsets of what stays (gzip %s)', (isGzip) => {
  const records = ['a', 'b', 'c'].map((key, i) => ({ key, ...at(i) }));
  const batch = buildBatch({
    records,
    isGzip,
    isTransactional: true,
    producerId: 4,
    producerEpoch: 0,
    baseSequence: 0,
  });
  placeBatch(batch, 100);
  const filtered = filterBatch(batch, ({ offsetDelta }) => offsetDelta !== 1);
  expect(keysOf(filtered)).toEqual(['a', 'c']);
  expect(isBatchIntact(filtered)).toBe(true);
  expect(readBatchHeader(filtered)).toMatchObject({
    baseOffset: 100,
    lastOffset: 102,
    count: 2,
    isTransactional: false,
  });
  expect(findRecordByTime(filtered, NOW_MS + 1, 0)).toEqual({ offset: 102, timestampMs: NOW_MS + 2 });
});

test('filtering everything leaves a header', () => {
  const batch = buildBatch({
    records: [at(0)],
    isGzip: true,
    producerId: 4,
    producerEpoch: 2,
    baseSequence: 9,
  });
  const filtered = filterBatch(batch, () => false);
  expect(filtered.length).toBe(61);
  expect(isBatchIntact(filtered)).toBe(true);
  expect(readBatchHeader(filtered)).toMatchObject({
    count: 0,
    producerId: 4,
    producerEpoch: 2,
    baseSequence: 9,
  });
});

test.each([true, false])('a marker says whether it commits (%s)', (isCommit) => {
  const marker = buildMarker(12, 3, isCommit, NOW_MS);
  expect(isBatchIntact(marker)).toBe(true);
  expect(isCommitMarker(marker)).toBe(isCommit);
  expect(readBatchHeader(marker)).toMatchObject({
    isControl: true,
    isTransactional: true,
    producerId: 12,
    count: 1,
  });
});
