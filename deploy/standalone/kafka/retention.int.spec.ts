import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ErrorCode } from './errors.js';
import { BATCH_HEADER_BYTES, readBatchHeader, recordBytes, visitRecords } from './record-batch.js';
import { Requests } from './testing/requests.js';
import { eventually, openTarget, type Target } from './testing/target.js';

// What a log loses by its settings and by damage. Runs against Apache Kafka too, but for damage: see openTarget.

let target: Target;
let ask: Requests;

beforeAll(async () => {
  target = await openTarget();
  ask = await Requests.open(target);
});
afterAll(async () => {
  ask.close();
  await target.close();
});

const SEGMENT_BYTES = 1 << 20;
/** A server with its own settings looks every five minutes. */
const PATIENCE_MS = 330_000;
const value = 'x'.repeat(10_000);
const records = (count: number, key: string | null = null) =>
  Array.from({ length: count }, () => ({ key, value }));
vi.setConfig({ testTimeout: PATIENCE_MS });
const startOf = async (topic: string) => (await ask.listOffset(topic, -2)).offset;

/** About `megabytes` in batches of half of one. */
async function fill(topic: string, megabytes: number, key: string | null = null): Promise<void> {
  for (let i = 0; i < megabytes * 2; i++) await ask.produce(topic, { records: records(50, key) });
}

interface Kept {
  readonly offset: number;
  readonly key: string | null;
  readonly isTombstone: boolean;
}

/** Every record from the start, as it is stored. */
async function readAll(topic: string): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (let offset = await startOf(topic); ; ) {
    const { bytes } = await ask.fetch(topic, { offset, maxBytes: 4_000_000 });
    if (bytes.length === 0) return kept;
    for (let at = 0; at + BATCH_HEADER_BYTES <= bytes.length; ) {
      const header = readBatchHeader(bytes, at);
      // Apache Kafka cuts the last batch of an answer.
      if (at + header.byteLength > bytes.length) break;
      visitRecords(recordBytes(bytes.subarray(at, at + header.byteLength)), header.count, (record) => {
        kept.push({
          offset: header.baseOffset + record.offsetDelta,
          key: record.key?.toString() ?? null,
          isTombstone: record.isTombstone,
        });
      });
      offset = header.lastOffset + 1;
      at += header.byteLength;
    }
  }
}

// These wait for a round of upkeep, so they wait together.
describe.concurrent('upkeep', () => {
  test('retention by bytes drops the oldest segments and keeps at least what it says', async () => {
    const retained = 2 * SEGMENT_BYTES;
    const topic = await ask.createTopic({
      'segment.bytes': String(SEGMENT_BYTES),
      'retention.bytes': String(retained),
    });
    await fill(topic, 5);
    const end = await ask.endOf(topic);
    const start = await eventually(() => startOf(topic), PATIENCE_MS);
    expect((await ask.fetch(topic, { offset: start - 1 })).code).toBe(ErrorCode.OFFSET_OUT_OF_RANGE);
    const kept = await readAll(topic);
    expect(kept.map(({ offset }) => offset)).toEqual(
      Array.from({ length: end - start }, (_, i) => start + i),
    );
    expect(kept.length * value.length).toBeGreaterThan(retained - SEGMENT_BYTES);
  });

  test('retention by time drops what is older, to the last record, and offsets go on', async () => {
    const topic = await ask.createTopic({ 'retention.ms': '1000' });
    await ask.produce(topic, { records: [{}, {}, {}] });
    await eventually(async () => (await startOf(topic)) === 3, PATIENCE_MS);
    expect(await ask.endOf(topic)).toBe(3);
    expect((await ask.fetch(topic, { offset: 3 })).bytes.length).toBe(0);
    expect(await ask.produce(topic, { records: [{}] })).toEqual({ code: 0, baseOffset: 3 });
  });

  test('retention by time spares a segment for its youngest record', async () => {
    const configs = {
      'retention.ms': '3600000',
      'message.timestamp.before.max.ms': '9223372036854775807',
    };
    const [mixed, old] = [await ask.createTopic(configs), await ask.createTopic(configs)];
    const baseTimestampMs = Date.now() - 7_200_000;
    await ask.produce(mixed, { records: [{ timestampMs: Date.now() }, {}, {}], baseTimestampMs });
    await ask.produce(mixed, { records: [{}, {}], baseTimestampMs });
    // When this one was emptied twice, a whole round has passed over the other.
    for (const end of [2, 4]) {
      await ask.produce(old, { records: [{}, {}], baseTimestampMs });
      await eventually(async () => (await startOf(old)) === end, PATIENCE_MS);
    }
    expect((await readAll(mixed)).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4]);
  });

  const compacted = {
    'cleanup.policy': 'compact',
    'segment.bytes': String(SEGMENT_BYTES),
    'min.cleanable.dirty.ratio': '0.01',
    'max.compaction.lag.ms': '1000',
  };

  test('compaction forgets a deleted key, its deletion only after delete.retention.ms', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    const soon = await ask.createTopic({ ...compacted, 'delete.retention.ms': '100' });
    const late = await ask.createTopic(compacted);
    for (const topic of [soon, late]) {
      await ask.produce(topic, { records: [{ key: 'kept' }, { key: 'gone' }] });
      await ask.produce(topic, { records: [{ key: 'gone', value: null }] });
    }
    const own = async (topic: string) => (await readAll(topic)).filter(({ key }) => key !== 'filler');
    await eventually(async () => {
      await fill(soon, 1, 'filler');
      await fill(late, 1, 'filler');
      return (await own(soon)).length === 1 && (await own(late)).length === 2;
    }, PATIENCE_MS);
    expect(await own(soon)).toEqual([{ offset: 0, key: 'kept', isTombstone: false }]);
    expect(await own(late)).toEqual([
      { offset: 0, key: 'kept', isTombstone: false },
      { offset: 2, key: 'gone', isTombstone: true },
    ]);
  });
});

describe('damage to the log', () => {
  const WHY = 'the files of a server that is given by its address are not within reach';

  async function fillLog(): Promise<string> {
    const topic = await ask.createTopic();
    for (let i = 0; i < 5; i++) await ask.produce(topic, { records: [{ value: `record ${i}` }] });
    return topic;
  }

  const reopen = async () => {
    ask.close();
    ask = await Requests.open(target);
  };

  test('at its end, where a crash tears it, is cut', async ({ skip }) => {
    if (!target.restart) return skip(WHY);
    const topic = await fillLog();
    await target.restart((folder) => {
      const file = logOf(folder, topic);
      appendFileSync(file, readFileSync(file).subarray(0, 50));
    });
    await reopen();
    expect(await ask.endOf(topic)).toBe(5);
    expect(await ask.produce(topic, { records: [{}] })).toEqual({ code: 0, baseOffset: 5 });
    expect((await readAll(topic)).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('before whole records stops the broker, which names the place', async ({ skip }) => {
    if (!target.restart) return skip(WHY);
    const topic = await fillLog();
    let file = '';
    const flip = (folder: string) => {
      file = logOf(folder, topic);
      const bytes = readFileSync(file);
      bytes[100]! ^= 1;
      writeFileSync(file, bytes);
    };
    await expect(target.restart(flip)).rejects.toThrow(/is damaged at byte \d+ \(offset \d+\)/);
    // The same byte again: nothing else was touched.
    await target.restart(flip);
    await reopen();
    expect((await readAll(topic)).length).toBe(5);
  });
});

/** The one file of a small topic. */
function logOf(folder: string, topic: string): string {
  const name = readdirSync(join(folder, 'topics')).find((entry) => entry.startsWith(topic)) ?? '';
  const partition = join(folder, 'topics', name, '0');
  return join(partition, readdirSync(partition).find((entry) => entry.endsWith('.log')) ?? '');
}
