import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readText, withSpooled } from './body.js';

const folder = mkdtempSync(join(tmpdir(), 'spool-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('spools a body whole and removes the file afterwards', async () => {
  let spooled = '';
  const bytes = await withSpooled(folder, chunks('a\n\n', 'b'), 4, async (file, size) => {
    spooled = file;
    expect(readFileSync(file, 'utf8')).toBe('a\n\nb');
    return size;
  });
  expect(bytes).toBe(4);
  expect(existsSync(spooled)).toBe(false);
});

test('refuses a body over the limit and leaves nothing behind', async () => {
  const never = () => Promise.reject(new Error('must not run'));
  await expect(withSpooled(folder, chunks('abc', 'de'), 4, never)).rejects.toThrow(
    'the request body is larger than the limit of 4 bytes',
  );
  await expect(readText(chunks('abcde'), 4)).rejects.toThrow(/limit of 4 bytes/);
  expect(readdirSync(folder)).toEqual([]);
});

test('removes the file when its INSERT fails', async () => {
  await expect(
    withSpooled(folder, chunks('a'), 4, () => Promise.reject(new Error('bad row'))),
  ).rejects.toThrow('bad row');
  expect(readdirSync(folder)).toEqual([]);
});
