import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DamageError } from './errors.js';
import { Journal } from './journal.js';
import { temporaryFolder } from './testing/open-partition.js';

interface Note {
  readonly key: string;
  readonly value: string;
}

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
const opened: { close(): Promise<void> }[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'journal.log');
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  await stop();
  folder.remove();
  vi.restoreAllMocks();
});

async function open() {
  const notes = new Map<string, string>();
  const state = {
    apply: ({ key, value }: Note) => void notes.set(key, value),
    snapshot: () => [...notes].map(([key, value]) => ({ key, value })),
  };
  const { journal, isNew } = await Journal.open<Note>(path, state, (error) => {
    throw error;
  });
  opened.push(journal);
  return { journal, isNew, notes };
}

/** Ends the journals of this test as a stop of the process would. */
async function stop(): Promise<void> {
  for (const journal of opened.splice(0)) await journal.close();
}

async function writeThree(): Promise<void> {
  const { journal } = await open();
  for (const key of ['a', 'b', 'c']) await journal.append({ key, value: key.repeat(20) });
  await stop();
}

test('what was appended is there after a restart', async () => {
  expect((await open()).isNew).toBe(true);
  await stop();
  await writeThree();
  const { notes, isNew } = await open();
  expect(isNew).toBe(false);
  expect([...notes.keys()]).toEqual(['a', 'b', 'c']);
  await stop();
});

test('a record counts when it is synced, not before', async () => {
  const { journal, notes } = await open();
  const appended = journal.append({ key: 'a', value: '1' });
  expect(notes.size).toBe(0);
  await appended;
  expect(notes.get('a')).toBe('1');
  await stop();
});

test.each([1, 8, 15])('a record torn after %i bytes is cut off', async (kept) => {
  await writeThree();
  const whole = statSync(path).size;
  appendFileSync(path, readFileSync(path).subarray(0, kept));
  const { journal, notes } = await open();
  expect(notes.size).toBe(3);
  expect(statSync(path).size).toBe(whole);
  await journal.append({ key: 'd', value: 'x' });
  await stop();
  expect((await open()).notes.size).toBe(4);
});

test('damage before intact records stops it with the place', async () => {
  await writeThree();
  const bytes = readFileSync(path);
  const second = 8 + bytes.readUInt32BE(0);
  bytes[second + 10]! ^= 1;
  writeFileSync(path, bytes);
  await expect(open()).rejects.toThrow(DamageError);
  await expect(open()).rejects.toThrow(`${path} is damaged at byte ${second}`);
});

test('is written anew when it has outgrown its content', async () => {
  const { journal } = await open();
  const value = 'x'.repeat(100_000);
  for (let i = 0; i < 200; i++) await journal.append({ key: `k${i % 3}`, value: `${i}${value}` });
  await stop();
  expect(statSync(path).size).toBeLessThan(12_000_000);
  const { notes } = await open();
  expect([...notes.values()].map((text) => Number.parseInt(text, 10)).sort()).toEqual([197, 198, 199]);
});
