import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FetchCache } from './cache.js';
import { FetchFailed } from './fetch-failed.js';
import type { Fetched } from './guard.js';
import { readKept, writeKept } from './kept-file.js';

const KEY = { url: 'https://ipfs.io/ipfs/bafkreib', service: 'the gateway ipfs.io', maxBytes: 1 << 20 };
const keyOf = (number: number) => ({ ...KEY, url: `${KEY.url}${number}` });
const MINUTE_MS = 60_000;
const now = Date.UTC(2026, 9, 8, 14, 10);
const logged: string[] = [];

let dir: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  logged.length = 0;
  dir = await mkdtemp(join(tmpdir(), 'fetched-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dir, { recursive: true, force: true });
});

const openCache = (maxBytes = 1 << 20): Promise<FetchCache> =>
  FetchCache.open({ dir, maxBytes, log: (line) => logged.push(line) });

const fetched = (text: string): Fetched => ({
  status: 200,
  bytes: Buffer.from(text),
  contentType: 'application/json',
  host: 'ipfs.io',
});

it('gives back what it was given, over a restart, too', async () => {
  const cache = await openCache();
  const failed = new FetchFailed('refused', 'ipfs.io answered 403', null, 403);
  await cache.keep(KEY, fetched('{}'), true);
  await cache.keep(keyOf(1), failed, true);
  for (const opened of [cache, await openCache()]) {
    expect(await opened.find(KEY)).toEqual(fetched('{}'));
    const found = await opened.find(keyOf(1));
    expect(found).toBeInstanceOf(FetchFailed);
    expect(found).toMatchObject({
      failure: 'refused',
      message: failed.message,
      retryAfterMs: null,
      status: 403,
    });
    expect(await opened.find(keyOf(2))).toBeNull();
  }
  await cache.keep(KEY, fetched('[]'), true);
  expect(await cache.find(KEY)).toEqual(fetched('[]'));
});

it.each([
  ['content by its name', fetched('{}'), true, 24 * 60 * MINUTE_MS],
  ['content that may change', fetched('{}'), false, 10 * MINUTE_MS],
  ['a private address', new FetchFailed('private-address', 'x'), true, 60 * MINUTE_MS],
  ['what is missing', new FetchFailed('not-found', 'x'), true, 10 * MINUTE_MS],
  ['a host that is down', new FetchFailed('unreachable', 'x'), true, MINUTE_MS],
])('keeps %s for its time', async (_what, outcome, isImmutable, keptMs) => {
  const cache = await openCache();
  await cache.keep(KEY, outcome, isImmutable);
  vi.setSystemTime(now + keptMs - 1);
  expect(await cache.find(KEY)).not.toBeNull();
  vi.setSystemTime(now + keptMs);
  expect(await cache.find(KEY)).toBeNull();
  expect(await readdir(dir)).toEqual([]);
});

it.each([
  ['a stranger', { service: null }],
  ['another service', { service: 'X' }],
  ['whoever takes more', { maxBytes: 10 << 20 }],
])('tells %s nothing of what it keeps', async (_who, changes) => {
  const cache = await openCache();
  await cache.keep(KEY, new FetchFailed('too-large', 'x'), true);
  expect(await cache.find({ ...KEY, ...changes })).toBeNull();
  expect(await cache.find(KEY)).not.toBeNull();
});

it('keeps no word of when to ask', async () => {
  const cache = await openCache();
  await cache.keep(KEY, new FetchFailed('rate-limited', 'x', 1_000, 429), true);
  expect(await cache.find(KEY)).toBeNull();
  expect(await readdir(dir)).toEqual([]);
});

it('writes no address: a token may stand in it', async () => {
  const cache = await openCache();
  await cache.keep({ ...KEY, url: 'https://api.telegram.org/bot123:SECRET/getMe' }, fetched('{}'), false);
  const [name = ''] = await readdir(dir);
  expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect((await readFile(join(dir, name))).includes('SECRET')).toBe(false);
});

it('holds no more on disk than it may: the oldest go', async () => {
  const most = 10 * 4_096;
  const cache = await openCache(most);
  for (let i = 0; i < 30; i++) await cache.keep(keyOf(i), fetched('x'.repeat(i * 100)), true);
  await cache.keep({ ...KEY, url: 'too large' }, fetched('x'.repeat(most)), true);
  const names = await readdir(dir);
  expect(names).toHaveLength(10);
  for (let i = 0; i < 30; i++) expect((await cache.find(keyOf(i))) !== null, `${i}`).toBe(i >= 20);
  for (const [age, name] of names.entries()) await utimes(join(dir, name), now / 1_000, now / 1_000 - age);
  const smaller = await openCache(most / 2);
  expect((await readdir(dir)).toSorted()).toEqual(names.slice(0, 5).toSorted());
  await smaller.keep(KEY, fetched(''), true);
  expect(await readdir(dir)).toHaveLength(5);
  expect(await readdir(dir)).not.toContain(names[4]);
});

it.each([
  ['cut', (path: string) => truncate(path, 40)],
  ['emptied', (path: string) => truncate(path, 0)],
  ['gone', (path: string) => rm(path)],
  [
    'of another form',
    (path: string) => writeFile(path, writeKept(JSON.parse('{"kind":"other"}'), Buffer.from('{}'))),
  ],
])('takes a file that is %s for a miss, and goes on', async (_how, damage) => {
  const cache = await openCache();
  await cache.keep(KEY, fetched('{"name":"Sealy"}'), true);
  const [name = ''] = await readdir(dir);
  await damage(join(dir, name));
  expect(await cache.find(KEY)).toBeNull();
  await cache.keep(KEY, fetched('{}'), true);
  expect(await cache.find(KEY)).toEqual(fetched('{}'));
});

it('takes a file with any bit changed for a miss', () => {
  const file = writeKept(
    { kind: 'fetched', keptUntilMs: now, status: 200, contentType: null, host: 'ipfs.io' },
    Buffer.from('{"name":"Sealy"}'),
  );
  expect(readKept(file)?.bytes.toString()).toBe('{"name":"Sealy"}');
  fc.assert(
    fc.property(fc.nat(file.length * 8 - 1), (bit) => {
      const damaged = Buffer.from(file);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      expect(readKept(damaged)).toBeNull();
    }),
    { seed: 17 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readKept(Buffer.from(bytes))).toBeNull();
    }),
    { seed: 17 },
  );
});

it('clears away what a crash left half written', async () => {
  await writeFile(join(dir, `${'0'.repeat(64)}.1.partial`), 'half');
  await openCache();
  expect(await readdir(dir)).toEqual([]);
});

it('lives on without its disk, says so once, and comes back with it', async () => {
  const cache = await openCache();
  await rm(dir, { recursive: true });
  for (let i = 0; i < 5; i++) {
    await cache.keep(keyOf(i), fetched('{}'), true);
    expect(await cache.find(keyOf(i))).toBeNull();
  }
  expect(logged).toEqual([expect.stringMatching(/^the cache of what was fetched is away since .*ENOENT/)]);
  await openCache();
  await cache.keep(KEY, fetched('{}'), true);
  expect(await cache.find(KEY)).toEqual(fetched('{}'));
  expect(logged).toHaveLength(2);
  expect((await stat(dir)).isDirectory()).toBe(true);
});
