import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  ApkRelease,
  ApkReleases,
  CSRF_COOKIE,
  CSRF_HEADER,
  Health,
  MAX_APK_BYTES,
  Problem,
  UploadAddress,
} from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { packApk, packArchive, packManifest } from '../../../testing/apk.js';
import { Browser, newWallet, type Wallet } from '../../../testing/browser.js';
import { forkMain, readyAt } from '../../../testing/main-process.js';
import { startSiteStores } from '../../../testing/site-stores.js';
import { startApp } from '../../../testing/start-app.js';
import { ObjectStore } from '../../platform/objects/object-store.js';
import { Postgres } from '../../platform/postgres/postgres.js';
import { ApkSweep } from './apk-sweep.js';
import { Downloads } from './queries/download-apk/downloads.js';

/** A test must not meet the limits, but for those of limits. */
const NO_LIMITS = { COMMANDS_PER_MINUTE: '100000', WALLET_COMMANDS_PER_MINUTE: '100000' };
const ADMIN = newWallet();
const WITHIN = { timeout: 30_000 };
const APK = 'application/vnd.android.package-archive';

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let running: Awaited<ReturnType<typeof startApp>>;
let objects: ObjectStore;
let admin: Record<string, string>;

beforeAll(async () => {
  stores = await startSiteStores();
  running = await startApp({ ...stores.env, ...NO_LIMITS, ADMIN_WALLETS: ADMIN.address });
  objects = running.app.get(ObjectStore);
  admin = await signIn(ADMIN);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await running?.app.close();
  await stores?.stop();
});

/** @returns the headers that commands of a signed-in page have */
async function signIn(wallet: Wallet): Promise<Record<string, string>> {
  const browser = new Browser(running.url);
  await browser.signIn(wallet);
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
  return { Cookie: cookies.join('; '), [CSRF_HEADER]: browser.cookies.get(CSRF_COOKIE) ?? '' };
}
const get = (path: string) => supertest(running.server).get(path);
/** Of bytes. */
const download = () => get('/api/apk/download').responseType('blob');
const post = (path: string, body: object = {}) => supertest(running.server).post(path).set(admin).send(body);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const kept = async () => (await objects.list('')).map(({ key }) => key).sort();
const sweep = () => running.app.get(ApkSweep).sweep();
const sql = (text: string, values?: unknown[]) => running.app.get(Postgres).query(text, values);

const ask = async () => UploadAddress.parse((await post('/api/objects/upload').expect(200)).body).uploadURL;
async function put(address: string, bytes: Buffer): Promise<void> {
  const { status } = await fetch(address, { method: 'PUT', body: new Uint8Array(bytes) });
  expect(status).toBe(200);
}
/** @returns the address without its signature, as the page sends it */
async function upload(bytes: Buffer): Promise<string> {
  const address = await ask();
  await put(address, bytes);
  return address.split('?')[0] ?? '';
}
const release = (apkUrl: string) => post('/api/apk', { apkUrl });
const keyOf = (apkUrl: string) => `uploads/${apkUrl.split('/').at(-1)}`;
async function released(bytes: Buffer): Promise<ApkRelease> {
  const { status, body } = await release(await upload(bytes));
  expect([status, body.error]).toEqual([200, undefined]);
  return ApkRelease.parse(body);
}
/** A problem of this status and code, twice: the file is deleted by then. */
async function expectRefused(apkUrl: string, status: number, code: string, sentence: RegExp): Promise<void> {
  for (const _ of ['first', 'again']) {
    const { body, status: found } = await release(apkUrl);
    expect(body.error).toMatch(sentence);
    expect([found, Problem.parse(body).code]).toEqual([status, code]);
  }
  expect(await objects.list('uploads/')).toEqual([]);
}

/** The compiled query-api as a process of its own, with the stores and the admin's session. */
async function startProcess() {
  const main = forkMain({ ...stores.env, ADMIN_WALLETS: ADMIN.address });
  const url = await readyAt(main);
  return {
    process: main.child,
    printed: main.printed,
    release: (apkUrl: string) => supertest(url).post('/api/apk').set(admin).send({ apkUrl }),
  };
}

describe('before the first release', () => {
  it('there is none, and nothing to download', async () => {
    const { body } = await get('/api/apk').expect(200);
    expect(body).toEqual({ current: null, older: [] });
    const { body: problem } = await get('/api/apk/download').expect(404);
    expect(problem).toMatchObject({ code: 'not_found', error: 'There is no app to download yet.' });
    await supertest(running.server).head('/api/apk/download').expect(404);
  });

  it('who is no admin brings in nothing', async () => {
    const somebody = await signIn(newWallet());
    for (const [path, body] of [
      ['/api/objects/upload', {}],
      ['/api/apk', { apkUrl: 'x' }],
    ] as const) {
      await supertest(running.server).post(path).send(body).expect(401);
      await supertest(running.server).post(path).set(somebody).send(body).expect(403);
    }
    expect(await kept()).toEqual([]);
  });
});

describe('a release', () => {
  const first = packApk({ version: '1.0.0' });
  const second = packApk({ version: '2.0 beta/ü' });
  let of: { first: ApkRelease; second: ApkRelease };

  it('is what was uploaded, and the upload is gone', async () => {
    const apkUrl = await upload(first);
    const before = Date.now();
    const { body } = await release(apkUrl).expect(200);
    expect(body).toEqual({
      version: '1.0.0',
      sizeBytes: first.length,
      sha256: sha256(first),
      createdAt: expect.any(Number),
      objectPath: `apk/${sha256(first)}.apk`,
    });
    expect(Math.abs(body.createdAt - before)).toBeLessThan(60_000);
    expect(await kept()).toEqual([body.objectPath]);
    expect((await get('/api/apk').expect(200)).body).toEqual({ current: body, older: [] });
    // A retry, with the signature this time.
    expect((await release(`${apkUrl}?X-Amz-Signature=whatever`).expect(200)).body).toEqual(body);
    const [{ uploaded_by } = {}] = await sql('SELECT uploaded_by FROM apk_releases');
    expect(uploaded_by).toBe(ADMIN.address);
  });

  it('takes the place of the one before, which is kept', async () => {
    of = { second: await released(second), first: ApkRelease.parse((await get('/api/apk')).body.older[0]) };
    expect(of.first.version).toBe('1.0.0');
    expect(ApkReleases.parse((await get('/api/apk')).body)).toEqual({
      current: of.second,
      older: [of.first],
    });
    expect(await kept()).toEqual([of.first.objectPath, of.second.objectPath].sort());
  });

  it('of a file that was released before makes that current again, once', async () => {
    const apkUrl = await upload(first);
    expect((await release(apkUrl).expect(200)).body).toEqual(of.first);
    expect((await get('/api/apk')).body).toEqual({ current: of.first, older: [of.second] });
    await released(second);
    await release(apkUrl).expect(200);
    expect((await get('/api/apk')).body.current).toEqual(of.second);
    expect(await kept()).toHaveLength(2);
  });

  it('may name no version', async () => {
    const nameless = packArchive([
      { name: 'AndroidManifest.xml', data: packManifest({}) },
      { name: 'classes.dex', data: Buffer.from('dex\n035\0') },
    ]);
    expect((await released(nameless)).version).toBeNull();
    const { headers } = await get('/api/apk/download').expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="cryptonite-${sha256(nameless).slice(0, 12)}.apk"`,
    );
    await released(second);
  });

  it('is downloaded whole, with its digest, and never compressed', async () => {
    const { body, headers } = await download().set('Accept-Encoding', 'gzip').expect(200);
    expect(body.equals(second)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': APK,
      'content-length': String(second.length),
      'content-disposition': 'attachment; filename="cryptonite-2.0-beta.apk"',
      'repr-digest': `sha-256=:${Buffer.from(sha256(second), 'hex').toString('base64')}:`,
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      etag: `"${sha256(second)}"`,
    });
    expect(headers['content-encoding']).toBeUndefined();
    const { headers: head } = await supertest(running.server).head('/api/apk/download').expect(200);
    expect(head).toMatchObject({ 'content-length': String(second.length), etag: headers.etag });
    await get('/api/apk/download').set('If-None-Match', `"x", W/${headers.etag}`).expect(304);
  });

  it('is downloaded in ranges', async () => {
    const etag = `"${sha256(second)}"`;
    const part = async (headers: Record<string, string>) => {
      const { status, body, headers: answered } = await download().set(headers);
      return [status, answered['content-range'], body];
    };
    const size = second.length;
    expect(await part({ Range: 'bytes=2-4' })).toEqual([206, `bytes 2-4/${size}`, second.subarray(2, 5)]);
    expect(await part({ Range: 'bytes=-9', 'If-Range': etag })).toEqual([
      206,
      `bytes ${size - 9}-${size - 1}/${size}`,
      second.subarray(-9),
    ]);
    expect(await part({ Range: 'bytes=9-', 'If-Range': '"another"' })).toEqual([200, undefined, second]);
    expect(await part({ Range: 'bytes=0-1,3-4' })).toEqual([200, undefined, second]);
    const beyond = await get('/api/apk/download').set('Range', `bytes=${size}-`).expect(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${size}`);
    expect(Problem.parse(beyond.body).code).toBe('range_not_satisfiable');
  });
});

describe('what is no app', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(50_000)]);
  const manifest = { name: 'AndroidManifest.xml', data: packManifest({ version: '9' }) };
  const code = { name: 'classes.dex', data: Buffer.from('dex\n035\0') };
  const zeros = { name: 'zeros', data: Buffer.alloc(1_000_000), isDeflated: true };

  it.each<[string, Buffer, RegExp]>([
    ['a renamed PNG', png, /no ZIP archive/],
    ['nothing', Buffer.alloc(0), /no ZIP archive/],
    ['an archive without code', packArchive([manifest]), /no classes\.dex/],
    [
      'an app that nobody signed',
      packApk({ signingBlock: Buffer.alloc(0) }),
      /not signed by scheme v2 or v3/,
    ],
    [
      'a zip bomb',
      packArchive([manifest, code, { ...zeros, said: { unpackedBytes: 4_000_000_000 } }]),
      /unpacks to more than/,
    ],
    [
      'a bomb in the manifest',
      packArchive([{ ...manifest, ...zeros, name: manifest.name, said: { unpackedBytes: 900 } }, code]),
      /damaged: too many bytes/,
    ],
    [
      'a file outside of it',
      packArchive([manifest, code, { ...zeros, name: '../../etc' }]),
      /invalid relative path/,
    ],
  ])('is refused and deleted: %s', async (_, bytes, sentence) => {
    const before = await kept();
    await expectRefused(await upload(bytes), 400, 'bad_request', sentence);
    expect(await kept()).toEqual(before);
  });

  it('is an address that was not given out', async () => {
    const known = await upload(packApk());
    const key = known.split('/').at(-1) ?? '';
    const [{ objectPath }] = [await released(packApk({ version: '1' }))];
    const { S3_ENDPOINT: s3, S3_BUCKET: bucket } = stores.env;
    const before = await kept();
    for (const apkUrl of [
      known.replace(s3, 'https://evil.example'),
      known.replace('://', '://me@'),
      known.replace(`/${bucket}/`, '/other/'),
      known.replace('/uploads/', '/'),
      known.replace(key, `../uploads/${key}`),
      known.replace(key, `%2e%2e/uploads/${key}`),
      known.replace('/uploads/', '/x/../uploads/'),
      known.replace('/uploads/', '/x/uploads/'),
      known.replace('uploads', '%75ploads'),
      `${known}#x`,
      `${known}/`,
      `${known}.apk`,
      known.replace(key, key.toUpperCase()),
      `${s3}/${bucket}/${objectPath}`,
      `uploads/${key}`,
      'x',
    ]) {
      const { status, body } = await release(apkUrl);
      expect([apkUrl, status, body.code]).toEqual([apkUrl, 400, 'bad_request']);
      expect(body.error).toMatch(/^apkUrl: must be an address that POST \/api\/objects\/upload gave/);
    }
    const { body } = await release(known.replace(key, '0'.repeat(32))).expect(404);
    expect(body.error).toMatch(/not known here/);
    await post('/api/apk', {}).expect(400);
    expect(await kept()).toEqual(before);
    await release(known).expect(200);
  });

  it('is an address that nothing was sent to, until something is', async () => {
    const address = await ask();
    const { body } = await release(address).expect(404);
    expect(body.error).toBe('Nothing has been uploaded to this address yet.');
    await put(address, packApk({ version: '1.1' }));
    expect((await release(address).expect(200)).body.version).toBe('1.1');
  });

  it('is what came to an address that has expired', async () => {
    const apkUrl = await upload(packApk());
    await sql(`UPDATE apk_uploads SET expires_at = now() - interval '1 s' WHERE object_key = $1`, [
      keyOf(apkUrl),
    ]);
    await expectRefused(apkUrl, 410, 'gone', /has expired/);
  });
});

describe('a second file at an address', () => {
  const good = packApk({ version: '3.0' });
  const other = packApk({ version: '3.1' });

  it('changes nothing of the release, and is refused and deleted', async () => {
    const address = await ask();
    await put(address, good);
    const { body: answer } = await release(address).expect(200);
    await put(address, other);
    const { body } = await release(address).expect(409);
    expect(body.error).toMatch(/used for a release already/);
    expect(await objects.list('uploads/')).toEqual([]);
    expect((await get('/api/apk')).body.current).toEqual(answer);
    expect((await download()).body.equals(good)).toBe(true);
    // Of one that nobody tells of the sweep hears.
    await put(address, other);
    await sweep();
    expect(await objects.list('uploads/')).toEqual([]);
    expect((await release(address).expect(200)).body).toEqual(answer);
  });

  it('that comes between the check and the copy keeps the first from being released', async () => {
    const address = await ask();
    await put(address, packApk({ version: '4.0' }));
    const copy = vi.spyOn(objects, 'copy').mockImplementationOnce(async (...of) => {
      await put(address, packApk({ version: '4.1' }));
      copy.mockRestore();
      return objects.copy(...of);
    });
    const { body } = await release(address).expect(409);
    expect(body.error).toMatch(/Another file came in/);
    expect((await get('/api/apk')).body.current.version).toBe('3.0');
    expect((await release(address).expect(200)).body.version).toBe('4.1');
  });

  it('that comes while the first is read keeps it from being released', async () => {
    const address = await ask();
    await put(address, packApk({ version: '5.0' }));
    const read = vi.spyOn(objects, 'read').mockImplementationOnce(async (...of) => {
      await put(address, Buffer.from('no app'));
      read.mockRestore();
      return objects.read(...of);
    });
    await release(address).expect(409);
    await expectRefused(address, 400, 'bad_request', /no ZIP archive/);
  });
});

describe('nothing is left behind', () => {
  it('where the client goes away in the middle', async () => {
    const apkUrl = await upload(packApk({ version: '6.0' }));
    const leave = new AbortController();
    // The answer cannot be there before it: whoever leaves does so while the file is looked for.
    const found = vi.spyOn(objects, 'stat').mockImplementationOnce((...of) => {
      leave.abort();
      found.mockRestore();
      return objects.stat(...of);
    });
    const asked = fetch(`${running.url}/api/apk`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ apkUrl }),
      signal: leave.signal,
    });
    await expect(asked).rejects.toThrow();
    await expect.poll(async () => (await get('/api/apk')).body.current.version, WITHIN).toBe('6.0');
    await expect.poll(() => objects.list('uploads/'), WITHIN).toEqual([]);
  });

  it('where the process is killed between the copy and its record', async () => {
    const bytes = packApk({ version: '6.1' });
    const finalKey = `apk/${sha256(bytes)}.apk`;
    const apkUrl = await upload(bytes);
    const before = await kept();
    const killed = await startProcess();
    await running.app.get(Postgres).transaction(async (ask) => {
      // Who writes a record waits from now on.
      await ask('LOCK TABLE apk_releases IN SHARE MODE');
      const asked = killed.release(apkUrl).catch(() => null);
      await expect.poll(() => objects.stat(finalKey), WITHIN).not.toBeNull();
      killed.process.kill('SIGKILL');
      await asked;
    });
    expect(await kept()).toContain(finalKey);
    const next = await startProcess();
    await expect.poll(kept, WITHIN).toEqual(before);
    await expect.poll(() => next.printed.err, WITHIN).toContain(`query-api apk: swept ${finalKey}\n`);
    const { status, body } = await next.release(apkUrl);
    expect([status, ApkRelease.parse(body).objectPath]).toEqual([200, finalKey]);
    await sweep();
    expect(await kept()).toEqual([...before.filter((key) => !key.startsWith('uploads/')), finalKey].sort());
    next.process.kill('SIGKILL');
  });

  it('where it ends before what is refused, released or expired was deleted', async () => {
    const refused = await upload(Buffer.from('no app'));
    const taken = await upload(packApk({ version: '8.0' }));
    const late = await upload(packApk());
    const waiting = await upload(packApk());
    const remove = vi.spyOn(objects, 'remove').mockRejectedValue(new Error('killed'));
    await release(refused).expect(400);
    await release(taken).expect(200);
    await sql(`UPDATE apk_uploads SET expires_at = now() - interval '1 s' WHERE object_key = $1`, [
      keyOf(late),
    ]);
    expect(await objects.list('uploads/')).toHaveLength(4);
    remove.mockRestore();
    await sweep();
    expect((await objects.list('uploads/')).map(({ key }) => key)).toEqual([keyOf(waiting)]);
  });

  it('of another’s, unless no address can be good for it any more; and records of long ago go', async () => {
    const strange = `uploads/${'e'.repeat(32)}`;
    await put(await objects.signPut(strange, 60), Buffer.from('of somebody'));
    await sweep();
    expect((await objects.list('uploads/')).map(({ key }) => key)).toContain(strange);
    const aWeek = 604_801_000;
    const list = vi
      .spyOn(objects, 'list')
      .mockResolvedValueOnce([{ key: strange, modifiedMs: Date.now() - aWeek }]);
    await sweep();
    list.mockRestore();
    expect((await objects.list('uploads/')).map(({ key }) => key)).not.toContain(strange);
    await sql(`UPDATE apk_uploads SET expires_at = now() - interval '8 days'`);
    await sweep();
    expect(await sql('SELECT object_key FROM apk_uploads')).toEqual([]);
    expect(await objects.list('uploads/')).toEqual([]);
  });
});

describe('100 MB', () => {
  const frame = packApk({ version: '10.0', padding: Buffer.alloc(0) }).length;
  const padding = Buffer.alloc(MAX_APK_BYTES - frame + 1, 'p');
  const watchMemory = () => {
    global.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    return () => {
      clearInterval(timer);
      return most - before;
    };
  };

  it('and a byte are refused', async () => {
    const bytes = packApk({ version: '10.0', padding });
    expect(bytes).toHaveLength(MAX_APK_BYTES + 1);
    await expectRefused(
      await upload(bytes),
      413,
      'too_large',
      /104857601 bytes: an APK has at most 104857600/,
    );
  });

  it('are released and downloaded, and held in memory by nobody', async () => {
    const bytes = packApk({ version: '10.0', padding: padding.subarray(1) });
    expect(bytes).toHaveLength(MAX_APK_BYTES);
    const apkUrl = await upload(bytes);
    const most = watchMemory();
    expect((await release(apkUrl).expect(200)).body.sha256).toBe(sha256(bytes));
    const { body } = await fetch(`${running.url}/api/apk/download`);
    const hash = createHash('sha256');
    for await (const chunk of body ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(sha256(bytes));
    expect(most()).toBeLessThan(64 * 1024 * 1024);
  });

  it('are sent to few at once who do not take them', async () => {
    const { port } = new URL(running.url);
    const open = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET /api/apk/download HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      const [bytes] = await once(socket, 'data');
      socket.pause();
      return { socket, status: String(bytes).split('\r\n')[0] };
    };
    const six = await Promise.all(Array.from({ length: 6 }, open));
    expect(new Set(six.map(({ status }) => status))).toEqual(new Set(['HTTP/1.1 200 OK']));
    const { body, headers } = await get('/api/apk/download').expect(429);
    expect(body.error).toMatch(/^6 downloads of .* are under way/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await get('/api/apk').expect(200);
    for (const { socket } of six) socket.destroy();
    await expect
      .poll(async () => (await supertest(running.server).head('/api/apk/download')).status, WITHIN)
      .toBe(200);
  });
});

describe('downloads', () => {
  it('are broken off when they must be', async () => {
    await released(packApk({ version: '10.1', padding: Buffer.alloc(20_000_000) }));
    let cut = () => {};
    const downloads = running.app.get(Downloads);
    const begin = vi.spyOn(downloads, 'begin').mockImplementationOnce((caller, cutIt) => {
      cut = cutIt;
      begin.mockRestore();
      return downloads.begin(caller, cutIt);
    });
    const { body } = await fetch(`${running.url}/api/apk/download`);
    cut();
    await expect(body && new Response(body).arrayBuffer()).rejects.toThrow('terminated');
  });

  it('have a limit of their own, and no list pays for them', async () => {
    const strict = await startApp({ ...stores.env, REQUESTS_PER_SECOND: '1' });
    const heads = await Promise.all(
      Array.from({ length: 60 }, () =>
        supertest(strict.server).get('/api/apk/download').set('If-None-Match', '*'),
      ),
    );
    expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([304, 429]));
    await supertest(strict.server).get('/api/apk').expect(200);
    await strict.app.close();
  });
});

describe('while a store is away', () => {
  const expectAway = async (...answers: supertest.Test[]) => {
    for (const { status, body, headers } of await Promise.all(answers)) {
      expect([status, Problem.parse(body).code]).toEqual([503, 'store_unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  };

  it('says so, whether the object store refuses or is silent, and goes on when it is back', async () => {
    const apkUrl = await upload(packApk({ version: '11.0' }));
    await stores.s3.kill();
    await expectAway(post('/api/objects/upload'), release(apkUrl), get('/api/apk/download'));
    await get('/api/apk').expect(200);
    await expect(sweep()).rejects.toMatchObject({ code: 'store_unavailable' });
    await stores.s3.start();
    stores.s3.signal('SIGSTOP');
    const askedMs = performance.now();
    await expectAway(post('/api/objects/upload'), release(apkUrl), get('/api/apk/download'));
    // Who asks waits no longer than a page does.
    expect(performance.now() - askedMs).toBeLessThan(5_000);
    stores.s3.signal('SIGCONT');
    expect((await release(apkUrl).expect(200)).body.version).toBe('11.0');
  });

  it.each([
    [
      'lets nobody in',
      { S3_SECRET_ACCESS_KEY: 'another secret' },
      500,
      'internal',
      /^(AccessDenied|SignatureDoesNotMatch)$/,
    ],
    ['lacks the bucket', { S3_BUCKET: 'another-bucket' }, 503, 'store_unavailable', /^no bucket$/],
    [
      'speaks no TLS',
      () => ({ S3_ENDPOINT: stores.env.S3_ENDPOINT.replace('http:', 'https:') }),
      503,
      'store_unavailable',
      /SSL|EPROTO/,
    ],
  ] as const)(
    'names the cause in the log and in health: one that %s',
    async (_, env, status, code, cause) => {
      const said: string[] = [];
      const note = (line: unknown) => void said.push(String(line));
      const other = await startApp(
        {
          ...stores.env,
          ...NO_LIMITS,
          ADMIN_WALLETS: ADMIN.address,
          ...(typeof env === 'function' ? env() : env),
        },
        { log: () => {}, warn: note, error: note },
      );
      try {
        const answer = await supertest(other.server).post('/api/objects/upload').set(admin).send({});
        expect([answer.status, Problem.parse(answer.body).code]).toEqual([status, code]);
        const health = async () => Health.parse((await supertest(other.server).get('/api/health')).body);
        const inHealth = async () => (await health()).site.find(({ name }) => name === 's3')?.error;
        await expect.poll(inHealth, WITHIN).toMatch(cause);
        const anywhere = new RegExp(cause.source.replaceAll(/[$^]/g, ''));
        const outages = said.filter((line) => line.startsWith('The object store is away'));
        expect(outages).toEqual([expect.stringMatching(anywhere)]);
        // What no later attempt mends is told with each attempt.
        expect(said.filter((line) => line.startsWith('POST'))).toHaveLength(status === 500 ? 1 : 0);
        expect(said.join()).not.toContain('another secret');
      } finally {
        await other.app.close();
      }
    },
  );

  it('says so of a file that is not where its record says', async () => {
    const { objectPath } = await released(packApk({ version: '12.0' }));
    await objects.remove(objectPath);
    for (const answer of [get('/api/apk/download'), supertest(running.server).head('/api/apk/download')])
      expect((await answer).status).toBe(404);
    // And brings it back when the same file is uploaded.
    await released(packApk({ version: '12.0' }));
    await get('/api/apk/download').expect(200);
  });

  it('says so of the records, and makes no release half', async () => {
    const apkUrl = await upload(packApk({ version: '13.0' }));
    await stores.postgres.stop();
    await expectAway(post('/api/objects/upload'), release(apkUrl), get('/api/apk/download'), get('/api/apk'));
    await stores.postgres.start();
    await expect.poll(async () => (await release(apkUrl)).status, WITHIN).toBe(200);
    expect((await get('/api/apk')).body.current.version).toBe('13.0');
  });

  it('says so where there is none', async () => {
    const without = await startApp();
    for (const path of ['/api/apk', '/api/apk/download'])
      expect((await supertest(without.server).get(path)).body.code).toBe('store_unavailable');
    await without.app.close();
  });
});
