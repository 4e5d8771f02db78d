import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compactPartition } from './compaction.js';
import { openPartition, readAll, temporaryFolder } from './testing/open-partition.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

type Opened = Awaited<ReturnType<typeof openPartition>>;

const SETTINGS = { segmentBytes: 800, isCompacted: true, isRetained: false, minCleanableDirtyRatio: 0.1 };
const open = (overrides = {}) => openPartition(folder.path, { ...SETTINGS, ...overrides });
const record = (key: string, value: string | null = 'v'.repeat(100)) => ({ key, value });

async function fillUp(opened: Opened): Promise<void> {
  // Whatever is in the active segment stays as it is, so the records under test must not be there.
  for (let i = 0; i < 6; i++) await opened.append({ records: [record('filler'), record('filler')] });
}

const compact = (opened: Opened, cleanedTo = 0) =>
  compactPartition(opened.partition, opened.settings(), cleanedTo, opened.clock.nowMs);

const ownRecords = async (opened: Opened) =>
  (await readAll(opened.partition, true)).filter(({ key }) => key !== 'filler');

test('keeps the last record of every key at its offset', async () => {
  const opened = await open();
  for (let round = 0; round < 4; round++)
    await opened.append({ records: ['a', 'b', 'c'].map((key) => record(key)) });
  await opened.append({ records: [record('b')] });
  await fillUp(opened);
  const cleanedTo = await compact(opened);
  expect(cleanedTo).toBeGreaterThan(13);
  expect(await ownRecords(opened)).toEqual([
    { offset: 9, key: 'a' },
    { offset: 11, key: 'c' },
    { offset: 12, key: 'b' },
  ]);
  const end = opened.partition.highWatermark;
  await opened.partition.close();

  const again = await open();
  expect(again.partition.highWatermark).toBe(end);
  expect((await ownRecords(again)).map(({ offset }) => offset)).toEqual([9, 11, 12]);
  expect(await compact(again, cleanedTo)).toBe(cleanedTo);
  await again.partition.close();
});

test('cleans again what was cleaned before, and merges', async () => {
  const opened = await open();
  let cleanedTo = 0;
  for (let round = 0; round < 8; round++) {
    await opened.append({ records: ['a', 'b'].map((key) => record(key)) });
    await fillUp(opened);
    cleanedTo = await compact(opened, cleanedTo);
  }
  const own = await ownRecords(opened);
  expect(own.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(readdirSync(folder.path).length).toBeLessThan(8);
  await opened.partition.close();
});

test('waits until enough is dirty', async () => {
  const opened = await open({ minCleanableDirtyRatio: 0.9 });
  await opened.append({ records: [record('a')] });
  await fillUp(opened);
  const cleanedTo = await compact(opened);
  expect(cleanedTo).toBeGreaterThan(0);
  opened.configure({ minCleanableDirtyRatio: 1 });
  await fillUp(opened);
  expect(await compact(opened, cleanedTo)).toBe(cleanedTo);
  await opened.partition.close();
});

test('forgets deletions only when every reader had time to see them', async () => {
  const opened = await open({ deleteRetentionMs: 60_000 });
  await opened.append({ records: [record('a'), record('b')] });
  await opened.append({ records: [record('a', null)] });
  await fillUp(opened);
  let cleanedTo = await compact(opened);
  expect(await ownRecords(opened)).toEqual([
    { offset: 1, key: 'b' },
    { offset: 2, key: 'a' },
  ]);
  opened.clock.nowMs += 120_000;
  await fillUp(opened);
  cleanedTo = await compact(opened, cleanedTo);
  expect(await ownRecords(opened)).toEqual([{ offset: 1, key: 'b' }]);
  await opened.partition.close();
});

const inTransaction = (producerId: number, baseSequence: number, ...keys: string[]) => ({
  records: keys.map((key) => record(key)),
  producerId,
  producerEpoch: 0,
  baseSequence,
  isTransactional: true,
});

test('drops aborted records and all markers, keeps committed ones as plain ones', async () => {
  const opened = await open();
  await opened.append(inTransaction(1, 0, 'a', 'b'));
  await opened.partition.endTransaction(1, 0, true);
  await opened.append(inTransaction(1, 2, 'a', 'c'));
  await opened.partition.endTransaction(1, 0, false);
  await fillUp(opened);
  await compact(opened);
  const expected = [
    { offset: 0, key: 'a' },
    { offset: 1, key: 'b' },
  ];
  expect(await ownRecords(opened)).toEqual(expected);
  await opened.partition.close();
  // Without their markers the committed records must not look like an open transaction.
  const again = await open();
  expect(await ownRecords(again)).toEqual(expected);
  expect(again.partition.lastStableOffset).toBe(again.partition.highWatermark);
  expect((await again.partition.fetch(0, true, 10_000, true)).aborted).toEqual([]);
  // The producer's last batch is empty now, but its sequence is still known.
  await expect(again.append(inTransaction(1, 5, 'x'))).rejects.toThrow('expected 4');
  await again.partition.close();
});

test('does not touch what is not decided, nor anything behind it', async () => {
  const opened = await open();
  await opened.append({ records: [record('a')] });
  await opened.append({ records: [record('a')] });
  await opened.append(inTransaction(1, 0, 'a'));
  await fillUp(opened);
  await compact(opened);
  await opened.partition.endTransaction(1, 0, false);
  const own = await ownRecords(opened);
  expect(own.some(({ offset }) => offset === 1)).toBe(true);
  await compact(opened);
  expect((await ownRecords(opened)).map(({ offset }) => offset)).toEqual([1]);
  await opened.partition.close();
});

test('a clean-up that a crash interrupted is finished or forgotten at start', async () => {
  const opened = await open();
  for (let i = 0; i < 6; i++) await opened.append({ records: [record('a'), record('b')] });
  await fillUp(opened);
  const { path: copies, remove: removeCopies } = temporaryFolder();
  const before = readdirSync(folder.path);
  for (const file of before) copyFileSync(join(folder.path, file), join(copies, file));
  await compact(opened);
  const expected = await readAll(opened.partition);
  await opened.partition.close();
  // As if the files that were replaced had not been removed yet, and another clean-up had begun.
  for (const file of before) copyFileSync(join(copies, file), join(folder.path, file));
  removeCopies();
  writeFileSync(join(folder.path, '00000000000000000000.log.cleaning'), 'half');
  const again = await open();
  expect(await readAll(again.partition)).toEqual(expected);
  expect(readdirSync(folder.path).some((file) => file.endsWith('.cleaning'))).toBe(false);
  await again.partition.close();
});
