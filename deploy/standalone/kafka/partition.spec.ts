import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DamageError, KafkaError } from './errors.js';
import { openPartition, readAll, temporaryFolder } from './testing/open-partition.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  folder.remove();
  vi.restoreAllMocks();
});

const segmentFiles = () => readdirSync(folder.path).sort();
const lastFile = () => join(folder.path, segmentFiles().at(-1)!);
const record = (key: string, timestampMs?: number) => ({ key, value: 'v'.repeat(100), timestampMs });

/** Ten batches over several segments of about three. */
async function fill(overrides = {}) {
  const opened = await openPartition(folder.path, { segmentBytes: 600, ...overrides });
  for (let i = 0; i < 10; i++) await opened.append({ records: [record(`k${i}`)] });
  return opened;
}

describe('appending and reading', () => {
  test('rolls segments and reads across them', async () => {
    const { partition } = await fill();
    expect(segmentFiles().length).toBeGreaterThan(2);
    expect(partition.highWatermark).toBe(10);
    expect((await readAll(partition)).map(({ offset, key }) => `${offset}${key}`)).toEqual(
      Array.from({ length: 10 }, (_, i) => `${i}k${i}`),
    );
    await partition.close();
  });

  test('shows nothing before it is synced', async () => {
    const { partition } = await openPartition(folder.path);
    const { buildBatch } = await import('./testing/build-batch.js');
    const { synced } = partition.append(buildBatch({ records: [record('a')] }), () => {});
    expect(partition.highWatermark).toBe(0);
    await synced;
    expect(partition.highWatermark).toBe(1);
    await partition.close();
  });

  test('keeps offsets after a restart', async () => {
    const { partition } = await fill();
    await partition.close();
    const again = await openPartition(folder.path);
    expect(await again.append({ records: [record('x')] })).toBe(10);
    expect((await readAll(again.partition)).length).toBe(11);
    await again.partition.close();
  });

  test('recognises a resend after a restart', async () => {
    const plan = { records: [record('a')], producerId: 5, producerEpoch: 0, baseSequence: 0 };
    const { partition, append } = await openPartition(folder.path);
    expect(await append(plan)).toBe(0);
    await partition.close();
    const again = await openPartition(folder.path);
    expect(await again.append(plan)).toBe(0);
    await expect(again.append({ ...plan, baseSequence: 2 })).rejects.toThrow(KafkaError);
    expect(await again.append({ ...plan, baseSequence: 1 })).toBe(1);
    await again.partition.close();
  });

  test('finds the first record at or after a time, across segments', async () => {
    const { partition, append } = await openPartition(folder.path, { segmentBytes: 600 });
    for (const [i, ms] of [100, 300, 200, 500, 400, 600].entries())
      await append({ records: [record(`k${i}`, ms)] });
    const find = async (ms: number) => (await partition.findByTime(ms, false))?.offset ?? null;
    expect(await Promise.all([50, 100, 101, 301, 501, 601].map(find))).toEqual([0, 0, 1, 3, 5, null]);
    await partition.close();
  });
});

describe('recovery', () => {
  test.each([1, 30, 61, 100])('cuts a last write torn after %i bytes', async (kept) => {
    const { partition } = await fill();
    await partition.close();
    const file = lastFile();
    const whole = statSync(file).size;
    appendFileSync(file, readFileSync(file).subarray(0, kept));
    const again = await openPartition(folder.path);
    expect(again.partition.highWatermark).toBe(10);
    expect(statSync(file).size).toBe(whole);
    await again.partition.close();
  });

  test('cuts a last batch whose content did not reach the disk', async () => {
    const { partition } = await fill();
    await partition.close();
    const file = lastFile();
    const bytes = readFileSync(file);
    bytes.fill(0, bytes.length - 50);
    writeFileSync(file, bytes);
    const again = await openPartition(folder.path);
    expect(again.partition.highWatermark).toBe(9);
    await again.partition.close();
  });

  test('stops at damage that intact batches follow, in the last file too, and names the place', async () => {
    const { partition } = await openPartition(folder.path);
    await partition.close();
    const opened = await openPartition(folder.path);
    for (let i = 0; i < 5; i++) await opened.append({ records: [record(`k${i}`)] });
    await opened.partition.close();
    const file = lastFile();
    const bytes = readFileSync(file);
    const size = bytes.length / 5;
    bytes[size + 80]! ^= 1;
    writeFileSync(file, bytes);
    await expect(openPartition(folder.path)).rejects.toThrow(DamageError);
    await expect(openPartition(folder.path)).rejects.toThrow(`${file} is damaged at byte ${size} (offset 1)`);
    expect(readFileSync(file)).toEqual(bytes);
  });

  test('stops at damage to a length in the middle', async () => {
    const opened = await openPartition(folder.path);
    for (let i = 0; i < 5; i++) await opened.append({ records: [record(`k${i}`)] });
    await opened.partition.close();
    const bytes = readFileSync(lastFile());
    bytes.writeInt32BE(2 ** 30, bytes.length / 5 + 8);
    writeFileSync(lastFile(), bytes);
    await expect(openPartition(folder.path)).rejects.toThrow(DamageError);
  });

  test('stops at a torn end of any file but the last', async () => {
    const { partition } = await fill();
    await partition.close();
    const file = join(folder.path, segmentFiles()[0]!);
    truncateSync(file, statSync(file).size - 10);
    await expect(openPartition(folder.path)).rejects.toThrow(`${file} is damaged`);
  });
});

describe('retention', () => {
  test('by bytes removes the oldest segments', async () => {
    const { partition, configure } = await fill();
    const before = segmentFiles().length;
    configure({ retentionBytes: 700 });
    await partition.removeExpired();
    expect(segmentFiles().length).toBeLessThan(before);
    expect(partition.logStartOffset).toBeGreaterThan(0);
    expect((await readAll(partition))[0]?.offset).toBe(partition.logStartOffset);
    await expect(partition.fetch(0, false, 1000, true)).rejects.toThrow(KafkaError);
    await partition.close();
    const again = await openPartition(folder.path);
    expect(again.partition.logStartOffset).toBe(partition.logStartOffset);
    await again.partition.close();
  });

  test('by time may remove everything without losing count', async () => {
    const { partition, clock, configure } = await fill();
    configure({ retentionMs: 1000 });
    await partition.removeExpired();
    expect(partition.logStartOffset).toBe(0);
    clock.nowMs += 5000;
    await partition.removeExpired();
    expect(partition.logStartOffset).toBe(10);
    expect(segmentFiles().length).toBe(1);
    await partition.close();
    const again = await openPartition(folder.path);
    expect(again.partition.highWatermark).toBe(10);
    expect(await again.append({ records: [record('x')] })).toBe(10);
    await again.partition.close();
  });

  test('keeps what is not decided', async () => {
    const { partition, clock, configure, append } = await openPartition(folder.path, { segmentBytes: 600 });
    await append({
      records: [record('open')],
      producerId: 1,
      producerEpoch: 0,
      baseSequence: 0,
      isTransactional: true,
    });
    for (let i = 0; i < 9; i++) await append({ records: [record(`k${i}`)] });
    configure({ retentionMs: 1000 });
    clock.nowMs += 5000;
    await partition.removeExpired();
    expect(partition.logStartOffset).toBe(0);
    await partition.endTransaction(1, 0, true);
    await partition.removeExpired();
    expect(partition.logStartOffset).toBeGreaterThan(0);
    await partition.close();
  });

  test('a moved start hides records at once and survives', async () => {
    const { partition } = await fill();
    partition.moveStart(4);
    expect((await readAll(partition)).map(({ offset }) => offset)).toEqual([4, 5, 6, 7, 8, 9]);
    await partition.removeExpired();
    expect(partition.logStartOffset).toBe(4);
    await partition.close();
    const again = await openPartition(folder.path, {}, 4);
    expect(again.partition.logStartOffset).toBe(4);
    expect(await again.partition.findByTime(0, false)).toMatchObject({ offset: 4 });
    await again.partition.close();
  });
});

describe('transactions', () => {
  const open = (producerId: number, baseSequence: number, key: string) => ({
    records: [record(key)],
    producerId,
    producerEpoch: 0,
    baseSequence,
    isTransactional: true,
  });

  test('hold the stable offset, also after a restart, until their marker', async () => {
    const { partition, append } = await openPartition(folder.path);
    await append({ records: [record('a')] });
    await append(open(1, 0, 'b'));
    await append(open(2, 0, 'c'));
    expect([partition.lastStableOffset, partition.highWatermark]).toEqual([1, 3]);
    await partition.endTransaction(1, 0, false);
    expect([partition.lastStableOffset, partition.highWatermark]).toEqual([2, 4]);
    await partition.close();
    const again = await openPartition(folder.path);
    expect(again.partition.lastStableOffset).toBe(2);
    expect(again.partition.producers.open()).toEqual([{ producerId: 2, epoch: 0 }]);
    await again.partition.endTransaction(2, 0, true);
    expect(again.partition.lastStableOffset).toBe(5);
    const { aborted } = await again.partition.fetch(0, true, 10_000, true);
    expect(aborted).toEqual([{ producerId: 1, firstOffset: 1, lastOffset: 3 }]);
    await again.partition.close();
  });
});
