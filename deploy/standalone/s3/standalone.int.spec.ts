import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connectTo, ensureBucket, type ObjectStoreAddress } from '@cryptonite/stores/s3/bucket.js';
import { makeDataDir, removeDataDir, startTestS3, type TestS3 } from '@cryptonite/stores/s3/test-server.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exchange, isReachedFromOutside, openMany, residentBytes } from '../testing/strangers.js';
import { presign } from './testing/presign.js';

const BUCKET = 'bucket';
const MB = 1024 * 1024;
let folder: string;
const running: TestS3[] = [];

async function start(env?: Record<string, string>): Promise<TestS3> {
  const server = await startTestS3(folder, env);
  running.push(server);
  await ensureBucket(connectTo(server.address), BUCKET, server.address.region);
  return server;
}

beforeEach(() => {
  folder = makeDataDir();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  removeDataDir(folder);
});

const portOf = ({ endpoint }: ObjectStoreAddress) => Number(new URL(endpoint).port);

test('what was acknowledged is there after kill -9, whole, and nothing of what was not', async () => {
  const first = await start();
  const acknowledged: number[] = [];
  const body = (n: number) => `${n}`.repeat(20_000);
  const writing = [0, 1, 2].map(async (writer) => {
    for (let n = writer; ; n += 3) {
      const url = presign(first.address, 'PUT', `${BUCKET}/${n}`);
      const answer = await fetch(url, { method: 'PUT', body: body(n) });
      if (answer.ok) acknowledged.push(n);
    }
  });
  const broken = Promise.all(writing.map((each) => each.catch(() => {})));
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(60);
  const gone = once(first.process, 'exit');
  first.process.kill('SIGKILL');
  await Promise.all([gone, broken]);
  // As a kill in the middle of a larger one leaves it.
  writeFileSync(join(folder, 'unfinished', 'half'), 'half');

  const client = connectTo((await start()).address);
  const found: number[] = [];
  for await (const { name } of client.listObjectsV2(BUCKET)) found.push(Number(name));
  expect(acknowledged.filter((n) => !found.includes(n))).toEqual([]);
  for (const n of found)
    expect((await buffer(await client.getObject(BUCKET, `${n}`))).toString()).toBe(body(n));
  expect(readdirSync(join(folder, 'unfinished'))).toEqual([]);
});

test('one process serves a folder', async () => {
  await start();
  await expect(startTestS3(folder)).rejects.toThrow('is in use by process');
});

test('what is too large is refused before it is sent', async () => {
  const { address } = await start({ MAX_OBJECT_BYTES: '1000' });
  const url = presign(address, 'PUT', `${BUCKET}/large`);
  const upload = request(url, { method: 'PUT', headers: { 'content-length': 1_001 } });
  upload.on('error', () => {});
  upload.flushHeaders();
  const [answer] = await once(upload, 'response');
  expect(answer.statusCode).toBe(400);
  expect(await buffer(answer)).toEqual(expect.objectContaining({}));
  upload.destroy();
  expect((await fetch(url, { method: 'PUT', body: 'x'.repeat(1_000) })).status).toBe(200);
});

test('a reader of an object that is replaced and deleted meanwhile reads it to its end', async () => {
  const { address } = await start();
  const client = connectTo(address);
  await client.putObject(BUCKET, 'large', Buffer.alloc(32 * MB, 1));
  const stream = await client.getObject(BUCKET, 'large');
  const [chunk] = await once(stream, 'data');
  stream.pause();
  await client.putObject(BUCKET, 'large', 'small');
  await client.removeObject(BUCKET, 'large');
  const rest = await buffer(stream);
  expect(chunk.length + rest.length).toBe(32 * MB);
  expect(rest.every((byte) => byte === 1)).toBe(true);
});

test('a large object takes no memory', async () => {
  const { address, process: server } = await start();
  const client = connectTo(address);
  await client.putObject(BUCKET, 'warm', 'x');
  const before = residentBytes(server.pid!);
  await fetch(presign(address, 'PUT', `${BUCKET}/large`), { method: 'PUT', body: Buffer.alloc(100 * MB) });
  for await (const _ of await client.getObject(BUCKET, 'large'));
  expect(residentBytes(server.pid!) - before).toBeLessThan(64 * MB);
});

test('nobody else reaches its files or its port, and no log tells a secret', async () => {
  const server = await start();
  const { address } = server;
  expect(await isReachedFromOutside(portOf(address))).not.toBe(true);
  for (const name of ['buckets', 'unfinished', `buckets/${BUCKET}`])
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  const url = presign(address, 'PUT', `${BUCKET}/key`);
  await fetch(url, { method: 'PUT', body: 'x' });
  await fetch(url.slice(0, -1), { method: 'PUT', body: 'x' });
  const [file] = readdirSync(join(folder, 'buckets', BUCKET));
  expect(statSync(join(folder, 'buckets', BUCKET, file!)).mode & 0o077).toBe(0);
  await server.stop();
  expect(server.said()).not.toContain(address.secretAccessKey);
  expect(server.said()).not.toContain('Signature');
  expect(execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })).not.toContain(
    address.secretAccessKey,
  );
});

test('pages of other sites are refused, even with a signed address, and by another name nobody is served', async () => {
  const { address } = await start();
  const port = portOf(address);
  const { pathname, search } = new URL(presign(address, 'PUT', `${BUCKET}/key`));
  const send = async (method: string, headers: string[]) => {
    const lines = [`${method} ${pathname}${search} HTTP/1.1`, ...headers, 'Connection: close'];
    const { received } = await exchange(port, `${lines.join('\r\n')}\r\nContent-Length: 1\r\n\r\nx`);
    return received.toString('latin1');
  };
  const host = `Host: 127.0.0.1:${port}`;
  expect(await send('PUT', [host])).toMatch(/^HTTP\/1\.1 200 /);
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'https://localhost'])
    for (const method of ['PUT', 'OPTIONS']) {
      const answer = await send(method, [host, `Origin: ${origin}`]);
      expect(answer, origin).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer.toLowerCase(), origin).not.toContain('access-control-allow');
    }
  for (const name of [`evil.example:${port}`, `127.0.0.1:${port + 1}`, '127.0.0.1', `0.0.0.0:${port}`])
    expect(await send('PUT', [`Host: ${name}`]), name).toMatch(/^HTTP\/1\.1 403 /);
});

test('an address for an upload cannot be turned into a copy of something else', async () => {
  const { address } = await start();
  const client = connectTo(address);
  await client.putObject(BUCKET, 'secret', 'secret');
  const answer = await fetch(presign(address, 'PUT', `${BUCKET}/mine`), {
    method: 'PUT',
    headers: { 'x-amz-copy-source': `/${BUCKET}/secret` },
  });
  expect(answer.status).toBe(403);
  await expect(client.statObject(BUCKET, 'mine')).rejects.toThrow();
});

test('what is wrong with a copy is said', async () => {
  const { address } = await start();
  const copy = async (source: string) => {
    const headers = { 'x-amz-copy-source': source };
    const answer = await fetch(presign(address, 'PUT', `${BUCKET}/copy`, { headers }), {
      method: 'PUT',
      headers,
    });
    return answer.status;
  };
  for (const source of ['%', '', 'no-slash', `/${BUCKET}/../secrets.json`]) {
    expect(await copy(source), source).toBeGreaterThanOrEqual(400);
    expect(await copy(source), source).toBeLessThan(500);
  }
});

test('an upload that cannot be written down ends, and the log says why', async () => {
  const server = await start();
  rmSync(join(folder, 'unfinished'), { recursive: true });
  const url = presign(server.address, 'PUT', `${BUCKET}/key`);
  await fetch(url, { method: 'PUT', body: 'x' }).catch(() => {});
  await expect.poll(() => server.said()).toMatch(/s3: request \w+ failed: ENOENT/);
  mkdirSync(join(folder, 'unfinished'));
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
});

test('what an object says that it is runs in no browser', async () => {
  const { address } = await start();
  const client = connectTo(address);
  await client.putObject(BUCKET, 'page', '<script>1</script>', undefined, { 'Content-Type': 'text/html' });
  const { headers } = await fetch(presign(address, 'GET', `${BUCKET}/page`));
  expect(headers.get('content-security-policy')).toBe('sandbox');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('many strangers who say nothing keep nobody out', async () => {
  const { address } = await start();
  const sockets = await openMany(portOf(address), 300, 'PUT /bucket/key HTTP/1.1\r\n');
  try {
    expect((await fetch(presign(address, 'PUT', `${BUCKET}/key`), { method: 'PUT', body: 'x' })).status).toBe(
      200,
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test.each([
  ['parts', 'POST', { uploads: '' }],
  ['a part', 'PUT', { partNumber: '1', uploadId: 'x' }],
  ['tags', 'GET', { tagging: '' }],
  ['a version', 'GET', { versionId: 'x' }],
])('%s are said to be not implemented, and nothing is taken for an object', async (_, method, query) => {
  const { address } = await start();
  const answer = await fetch(presign(address, method, `${BUCKET}/key`, { query }), {
    method,
    ...(method !== 'GET' && { body: 'x' }),
  });
  expect(answer.status).toBe(501);
  expect(await answer.text()).toContain('<Code>NotImplemented</Code>');
  expect(readdirSync(join(folder, 'buckets', BUCKET))).toEqual([]);
});
