import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { connectTo, ensureBucket, type ObjectStoreAddress } from '@cryptonite/stores/s3/bucket.js';
import { makeDataDir, removeDataDir, startTestS3, type TestS3 } from '@cryptonite/stores/s3/test-server.js';
import { type Client, CopyConditions, CopyDestinationOptions, CopySourceOptions } from 'minio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presign } from './testing/presign.js';

// What the product relies on of an object store, asked through its usual client and as a browser asks.
// S3_CONFORMANCE_ENDPOINT (with _REGION, _ACCESS_KEY_ID and _SECRET_ACCESS_KEY) points it at any other server, over HTTP.

const { env } = process;
const given: ObjectStoreAddress | null = env.S3_CONFORMANCE_ENDPOINT
  ? {
      endpoint: env.S3_CONFORMANCE_ENDPOINT,
      region: env.S3_CONFORMANCE_REGION ?? 'us-east-1',
      accessKeyId: env.S3_CONFORMANCE_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.S3_CONFORMANCE_SECRET_ACCESS_KEY ?? '',
    }
  : null;
const BUCKET = `conformance-${process.pid}`;
const PAGE = 'http://localhost:4000';
const MB = 1024 * 1024;
let server: TestS3 | undefined;
let dataDir: string | undefined;
let address: ObjectStoreAddress;
let client: Client;

beforeAll(async () => {
  if (!given) {
    dataDir = makeDataDir();
    server = await startTestS3(dataDir);
  }
  address = given ?? server!.address;
  client = connectTo(address);
  await ensureBucket(client, BUCKET, address.region);
});
afterAll(async () => {
  for await (const { name } of client.listObjectsV2(BUCKET, '', true))
    await client.removeObject(BUCKET, name);
  await client.removeBucket(BUCKET);
  await server?.stop();
  if (dataDir) removeDataDir(dataDir);
});

/** As it is signed: quotes and the like, too. */
const encoded = (key: string) =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/');
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const read = async (key: string): Promise<Buffer> => buffer(await client.getObject(BUCKET, key));
const signed = (method: string, key: string, options?: Parameters<typeof presign>[3]) =>
  presign(address, method, `${BUCKET}/${encoded(key)}`, options);
const put = (key: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(signed('PUT', key), {
    method: 'PUT',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  });
/** The status of an answer and the code in it. */
const refusalOf = async (answer: Response) => {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
  return `${answer.status} ${code}`;
};
/** The code that the client's call is refused with. */
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'not refused',
    (error: { code: string }) => error.code,
  );

test('a bucket is made once', async () => {
  expect(await ensureBucket(client, BUCKET, address.region)).toBe(false);
  expect(await codeOf(client.makeBucket(BUCKET, address.region))).toBe('BucketAlreadyOwnedByYou');
  expect(await client.bucketExists(`${BUCKET}-other`)).toBe(false);
  expect(await codeOf(client.statObject(`${BUCKET}-other`, 'key'))).toBe('NotFound');
  expect(await refusalOf(await fetch(presign(address, 'GET', `${BUCKET}-other/key`)))).toBe(
    '404 NoSuchBucket',
  );
});

test('an object comes back as it was put, with what was said of it', async () => {
  const bytes = randomBytes(100_000);
  const { etag } = await client.putObject(BUCKET, 'whole', bytes, bytes.length, {
    'Content-Type': 'application/vnd.android.package-archive',
    'x-amz-meta-version': '1.2.3',
  });
  expect(etag).toBe(md5(bytes));
  expect((await read('whole')).equals(bytes)).toBe(true);
  expect(await client.statObject(BUCKET, 'whole')).toMatchObject({
    size: bytes.length,
    etag,
    metaData: { 'content-type': 'application/vnd.android.package-archive', version: '1.2.3' },
  });
});

test('an empty object is one', async () => {
  await client.putObject(BUCKET, 'empty', Buffer.alloc(0));
  expect(await read('empty')).toHaveLength(0);
  expect((await client.statObject(BUCKET, 'empty')).size).toBe(0);
});

test('who holds a signed address puts and gets without a secret', async () => {
  const putUrl = await client.presignedPutObject(BUCKET, 'by address', 604_800);
  const answer = await fetch(putUrl, { method: 'PUT', body: 'bytes', headers: { 'content-type': 'a/b' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('etag')).toBe(`"${md5(Buffer.from('bytes'))}"`);
  const got = await fetch(
    await client.presignedGetObject(BUCKET, 'by address', 60, {
      'response-content-disposition': 'attachment; filename="app.apk"',
      'response-content-type': 'text/plain',
    }),
  );
  expect(await got.text()).toBe('bytes');
  expect(got.headers.get('content-disposition')).toBe('attachment; filename="app.apk"');
  expect(got.headers.get('content-type')).toBe('text/plain');
  const head = await fetch(signed('HEAD', 'by address'), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-type')]).toEqual([
    200,
    '5',
    'a/b',
  ]);
});

test('an address opens what it was signed for, and that alone', async () => {
  await put('mine', 'mine');
  await put('other', 'other');
  const url = signed('GET', 'mine');
  expect((await fetch(url)).status).toBe(200);
  const changed: [string, string][] = [
    [url.replace('/mine?', '/other?'), 'GET'],
    [url, 'PUT'],
    [url, 'DELETE'],
    [url.replace(/Signature=\w/, (found) => `Signature=${found.endsWith('0') ? '1' : '0'}`), 'GET'],
    [url.replace('Expires=60', 'Expires=600'), 'GET'],
    [`${url}&response-content-type=text%2Fhtml`, 'GET'],
  ];
  for (const [changedUrl, method] of changed) {
    const answer = await fetch(changedUrl, { method, ...(method === 'PUT' && { body: 'x' }) });
    expect(await refusalOf(answer), `${method} ${changedUrl}`).toBe('403 SignatureDoesNotMatch');
  }
  expect((await read('mine')).toString()).toBe('mine');
});

test('nobody else is let in', async () => {
  const { endpoint } = address;
  expect(await refusalOf(await fetch(`${endpoint}/${BUCKET}/mine`))).toBe('403 AccessDenied');
  expect(await refusalOf(await fetch(`${endpoint}/${BUCKET}/mine`, { method: 'PUT', body: 'x' }))).toBe(
    '403 AccessDenied',
  );
  expect(await refusalOf(await fetch(`${endpoint}/${BUCKET}?list-type=2`))).toBe('403 AccessDenied');
  expect(await refusalOf(await fetch(endpoint))).toBe('403 AccessDenied');
  const wrong = connectTo({ ...address, secretAccessKey: 'a wrong secret of a stranger' });
  expect(await codeOf(wrong.putObject(BUCKET, 'mine', 'x'))).toBe('SignatureDoesNotMatch');
  const stranger = connectTo({ ...address, accessKeyId: 'stranger' });
  expect(await codeOf(stranger.putObject(BUCKET, 'mine', 'x'))).toBe('InvalidAccessKeyId');
});

test('an address that has expired is refused, and so is one for more than a week', async () => {
  const longAgo = { nowMs: Date.now() - 61_000 };
  expect(await refusalOf(await fetch(signed('PUT', 'late', longAgo), { method: 'PUT', body: 'x' }))).toBe(
    '403 AccessDenied',
  );
  const forEver = { validSeconds: 604_801 };
  expect(await refusalOf(await fetch(signed('GET', 'late', forEver)))).toBe(
    '400 AuthorizationQueryParametersError',
  );
  const tomorrow = { nowMs: Date.now() + 24 * 60 * 60_000 };
  expect((await fetch(signed('GET', 'late', tomorrow))).status).toBe(403);
  expect(await codeOf(client.statObject(BUCKET, 'late'))).toBe('NotFound');
});

test('a length that is signed is the only one accepted', async () => {
  const url = signed('PUT', 'sized', { headers: { 'content-length': '5' } });
  expect(await refusalOf(await fetch(url, { method: 'PUT', body: 'longer' }))).toBe(
    '403 SignatureDoesNotMatch',
  );
  expect(await codeOf(client.statObject(BUCKET, 'sized'))).toBe('NotFound');
  expect((await fetch(url, { method: 'PUT', body: 'right' })).status).toBe(200);
});

test('parts of an object are given by range', async () => {
  await put('digits', '0123456789');
  const part = async (range: string) => {
    const answer = await fetch(signed('GET', 'digits'), { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=8-100')).toEqual([206, 'bytes 8-9/10', '89']);
  const beyond = await fetch(signed('GET', 'digits'), { headers: { range: 'bytes=10-' } });
  expect(await refusalOf(beyond)).toBe('416 InvalidRange');
  expect(await buffer(await client.getPartialObject(BUCKET, 'digits', 3, 4))).toEqual(Buffer.from('3456'));
});

test('a name is taken over by what was put last, and readers are told', async () => {
  await put('changing', 'one');
  const first = (await client.statObject(BUCKET, 'changing')).etag;
  await put('changing', 'two');
  expect((await read('changing')).toString()).toBe('two');
  const ask = (headers: Record<string, string>) => fetch(signed('GET', 'changing'), { headers });
  expect((await ask({ 'if-match': `"${first}"` })).status).toBe(412);
  expect((await ask({ 'if-none-match': `"${first}"` })).status).toBe(200);
  const second = md5(Buffer.from('two'));
  expect((await ask({ 'if-none-match': `"${second}"` })).status).toBe(304);
  const part = await ask({ 'if-match': `"${second}"`, range: 'bytes=1-1' });
  expect([part.status, await part.text()]).toEqual([206, 'w']);
  expect((await ask({ 'if-match': `"${first}"`, range: 'bytes=1-1' })).status).toBe(412);
});

test('a name that is taken is kept where the upload says so, and of many at once one gets it', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => (await put('once', `${i}`, { 'if-none-match': '*' })).status),
  );
  // Some servers say that others are at it.
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 200 && status !== 412 && status !== 409)).toEqual([]);
  expect((await read('once')).toString()).toBe(String(statuses.indexOf(200)));
  expect((await put('once', 'later', { 'if-none-match': '*' })).status).toBe(412);
});

test('a copy is of what was looked at, and stays when its source changes', async () => {
  await client.putObject(BUCKET, 'uploads/a', 'checked', undefined, { 'Content-Type': 'text/x' });
  const { etag } = await client.statObject(BUCKET, 'uploads/a');
  const onlyIf = (wanted: string) => {
    const conditions = new CopyConditions();
    conditions.setMatchETag(wanted);
    return conditions;
  };
  await client.copyObject(BUCKET, 'releases/a', `/${BUCKET}/uploads/a`, onlyIf(etag));
  await put('uploads/a', 'changed after the check');
  expect((await read('releases/a')).toString()).toBe('checked');
  expect(await client.statObject(BUCKET, 'releases/a')).toMatchObject({
    etag,
    metaData: { 'content-type': 'text/x' },
  });
  const again = client.copyObject(BUCKET, 'releases/b', `/${BUCKET}/uploads/a`, onlyIf(etag));
  expect(await codeOf(again)).toBe('PreconditionFailed');
  expect(await codeOf(client.statObject(BUCKET, 'releases/b'))).toBe('NotFound');
  expect(await codeOf(client.copyObject(BUCKET, 'releases/c', `/${BUCKET}/missing`))).toBe('NoSuchKey');
});

test('a copy may be called other than its source was, and takes the place of what was there', async () => {
  await client.putObject(BUCKET, 'uploads/named', 'named', undefined, {
    'Content-Type': 'text/html',
    'Content-Encoding': 'gzip',
    'x-amz-meta-said': 'by the uploader',
  });
  await put('releases/named', 'something longer that was there before');
  const { etag } = await client.statObject(BUCKET, 'uploads/named');
  const copy = (wanted: string) =>
    client.copyObject(
      new CopySourceOptions({ Bucket: BUCKET, Object: 'uploads/named', MatchETag: wanted }),
      new CopyDestinationOptions({
        Bucket: BUCKET,
        Object: 'releases/named',
        MetadataDirective: 'REPLACE',
        Headers: { 'Content-Type': 'application/vnd.android.package-archive' },
      }),
    );
  await copy(etag);
  const { size, metaData } = await client.statObject(BUCKET, 'releases/named');
  expect(size).toBe('named'.length);
  expect(metaData['content-type']).toBe('application/vnd.android.package-archive');
  expect(metaData).not.toHaveProperty('content-encoding');
  expect(metaData).not.toHaveProperty('said');
  expect((await read('releases/named')).toString()).toBe('named');
  await put('uploads/named', 'another');
  expect(await codeOf(copy(etag))).toBe('PreconditionFailed');
  expect((await read('releases/named')).toString()).toBe('named');
});

test('lists say when each object was put', async () => {
  await put('dated/a', 'x');
  const { lastModified } = await client.statObject(BUCKET, 'dated/a');
  // A head gives whole seconds.
  for await (const found of client.listObjectsV2(BUCKET, 'dated/', true))
    expect(Math.abs(found.lastModified.getTime() - lastModified.getTime())).toBeLessThan(1_000);
});

test('what is deleted is gone, and deleting it again is no mistake', async () => {
  await put('short-lived', 'x');
  await client.removeObject(BUCKET, 'short-lived');
  expect(await refusalOf(await fetch(signed('GET', 'short-lived')))).toBe('404 NoSuchKey');
  await client.removeObject(BUCKET, 'short-lived');
  expect((await fetch(signed('DELETE', 'short-lived'), { method: 'DELETE' })).status).toBe(204);
});

test('a body that is not what was said of it leaves nothing', async () => {
  await put('kept', 'before');
  const other = createHash('md5').update('other').digest('base64');
  expect(await refusalOf(await put('kept', 'after', { 'content-md5': other }))).toBe('400 BadDigest');
  expect((await read('kept')).toString()).toBe('before');
  const right = createHash('md5').update('after').digest('base64');
  expect((await put('kept', 'after', { 'content-md5': right })).status).toBe(200);
});

test('who is refused in the middle of a large upload is told so', async () => {
  const late = signed('PUT', 'late', { nowMs: Date.now() - 3_600_000 });
  const answer = await fetch(late, { method: 'PUT', body: new Uint8Array(20 * MB) });
  expect(await refusalOf(answer)).toBe('403 AccessDenied');
});

test('an upload without a length is refused', async () => {
  const body = Readable.toWeb(Readable.from(['some', 'bytes'])) as ReadableStream;
  const answer = await fetch(signed('PUT', 'unsized'), {
    method: 'PUT',
    body,
    duplex: 'half',
  } as RequestInit);
  expect(await refusalOf(answer)).toBe('411 MissingContentLength');
});

test('an upload that breaks in the middle leaves what was there', async () => {
  await put('broken', 'before');
  const upload = request(signed('PUT', 'broken'), { method: 'PUT', headers: { 'content-length': 8 * MB } });
  upload.on('error', () => {});
  await new Promise<void>((resolve) => upload.write(Buffer.alloc(MB), () => resolve()));
  upload.destroy();
  await put('after the break', 'x');
  expect((await read('broken')).toString()).toBe('before');
});

test('100 MB go in and out whole, by one signed address', async () => {
  const bytes = randomBytes(100 * MB);
  const answer = await put('large', bytes);
  expect(answer.status).toBe(200);
  const { size, etag } = await client.statObject(BUCKET, 'large');
  expect([size, etag]).toEqual([bytes.length, md5(bytes)]);
  const hash = createHash('md5');
  for await (const chunk of await client.getObject(BUCKET, 'large')) hash.update(chunk);
  expect(hash.digest('hex')).toBe(etag);
  await client.removeObject(BUCKET, 'large');
});

test('keys are texts: nothing in them means anything', async () => {
  const keys = [
    'a b',
    'plus+and%20percent%',
    `quotes "' & <tags>`,
    'ümläut/日本/🙂',
    'semi;colon=equals?question#hash',
    'tilde~star*paren()!',
  ];
  for (const key of keys) {
    expect((await put(`odd/${key}`, key)).status, key).toBe(200);
    expect((await read(`odd/${key}`)).toString()).toBe(key);
  }
  const found: string[] = [];
  for await (const { name } of client.listObjectsV2(BUCKET, 'odd/', true)) found.push(name);
  expect(found.sort()).toEqual(keys.map((key) => `odd/${key}`).sort());
});

test.each(['../../outside', 'a/../b', 'a/./b'])('the key %s is refused', async (key) => {
  const url = new URL(presign(address, 'PUT', `${BUCKET}/${key}`).replace(key, 'KEY'));
  const status = await new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = url;
    // As it stands: fetch would resolve it.
    const path = pathname.replace('KEY', key) + search;
    request({ hostname, port, path, method: 'PUT' }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end('x');
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test('lists come in order, by prefix, by folder and in pages', async () => {
  for (const key of ['list/b/2', 'list/a', 'list/b/1', 'list/c', 'list/B']) await put(key, key);
  const ask = async (query: Record<string, string>) => {
    const text = await (
      await fetch(presign(address, 'GET', BUCKET, { query: { 'list-type': '2', ...query } }))
    ).text();
    return {
      found: [...text.matchAll(/<(?:Key|Prefix)>(list\/[^<]+)<\/(?:Key|Prefix)>/g)].map(([, name]) => name),
      next: /<NextContinuationToken>([^<]+)</.exec(text)?.[1],
    };
  };
  const all = ['list/B', 'list/a', 'list/b/1', 'list/b/2', 'list/c'];
  expect((await ask({ prefix: 'list/' })).found).toEqual(['list/', ...all].slice(1));
  const pages: (string | undefined)[] = [];
  let next: string | undefined;
  do {
    const page = await ask({
      prefix: 'list/',
      'max-keys': '2',
      ...(next !== undefined && { 'continuation-token': next }),
    });
    expect(page.found.length).toBeLessThanOrEqual(2);
    pages.push(...page.found);
    next = page.next;
  } while (next !== undefined);
  expect(pages).toEqual(all);
  const folders: unknown[] = [];
  for await (const { name, prefix } of client.listObjectsV2(BUCKET, 'list/')) folders.push(name ?? prefix);
  expect(folders.sort()).toEqual(['list/B', 'list/a', 'list/b/', 'list/c']);
  const after: string[] = [];
  for await (const { name } of client.listObjectsV2(BUCKET, 'list/', true, 'list/b/1')) after.push(name);
  expect(after).toEqual(['list/b/2', 'list/c']);
});

test('a page of another port may upload, and read what its code needs', async () => {
  const url = signed('PUT', 'from a page');
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: PAGE,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBeLessThan(300);
  expect([PAGE, '*']).toContain(preflight.headers.get('access-control-allow-origin'));
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
  const answer = await fetch(url, { method: 'PUT', body: 'x', headers: { origin: PAGE } });
  expect(answer.status).toBe(200);
  expect([PAGE, '*']).toContain(answer.headers.get('access-control-allow-origin'));
  expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(/etag|\*/);
  const refused = await fetch(signed('PUT', 'x', { nowMs: Date.now() - 3_600_000 }), {
    method: 'PUT',
    body: 'x',
    headers: { origin: PAGE },
  });
  // Else the page would see no status, and could not know that it needs another address.
  expect([
    refused.status,
    [PAGE, '*'].includes(refused.headers.get('access-control-allow-origin') ?? ''),
  ]).toEqual([403, true]);
});

test('of uploads of one name at once one stays, whole', async () => {
  const bodies = Array.from({ length: 6 }, () => randomBytes(MB));
  await Promise.all(bodies.map((body) => put('contended', body)));
  const kept = await read('contended');
  expect(bodies.some((body) => body.equals(kept))).toBe(true);
  expect((await client.statObject(BUCKET, 'contended')).etag).toBe(md5(kept));
});
