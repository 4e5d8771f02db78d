import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  ApkRelease,
  ApkReleases,
  CSRF_COOKIE,
  CSRF_HEADER,
  MAX_APK_BYTES,
  Problem,
  UploadAddress,
} from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  KEY,
  packApk,
  packArchive,
  packManifest,
  SCHEME_V3,
  signedBy,
  signingBlockOf,
} from '../../../testing/apk.js';
import { type Contents, lineageOf, signV3 } from '../../../testing/apk-signing.js';
import { Browser, newWallet, type Wallet } from '../../../testing/browser.js';
import { forkMain, readyAt } from '../../../testing/main-process.js';
import { KEYS } from '../../../testing/signed-apps.js';
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
/** Nobody waits for what was uploaded any more. */
async function expireAll(): Promise<void> {
  await sql('UPDATE apk_uploads SET expires_at = now(), message_expires_at = now()');
  await sweep();
}
const sql = (text: string, values?: unknown[]) => running.app.get(Postgres).query(text, values);

const ask = async () => UploadAddress.parse((await post('/api/objects/upload').expect(200)).body).uploadURL;
const put = (address: string, bytes: Buffer, headers = admin) =>
  fetch(address, { method: 'PUT', headers, body: new Uint8Array(bytes) });
async function upload(bytes: Buffer): Promise<string> {
  const address = await ask();
  expect((await put(address, bytes)).status).toBe(200);
  return address;
}
const check = (apkUrl: string) => post('/api/apk/check', { apkUrl });
const save = (apkUrl: string, signature: string) => post('/api/apk', { apkUrl, signature });
/** As the page does it, with a signature of what it is asked to sign; of a file that may not be released the check's answer. */
async function release(apkUrl: string): Promise<supertest.Response> {
  const checked = await check(apkUrl);
  return checked.status === 200 ? save(apkUrl, ADMIN.sign(checked.body.message)) : checked;
}
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
    /** Of a file that was uploaded here: whoever serves the site elsewhere calls it otherwise, in what is signed too. */
    release: async (uploaded: string) => {
      const apkUrl = uploaded.replace(running.url, url);
      const { body } = await supertest(url).post('/api/apk/check').set(admin).send({ apkUrl });
      const signature = ADMIN.sign(body.message);
      return supertest(url).post('/api/apk').set(admin).send({ apkUrl, signature });
    },
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
      ['/api/apk/check', { apkUrl: 'x' }],
      ['/api/apk', { apkUrl: 'x', signature: 'x' }],
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
    const { body: checked } = await check(apkUrl).expect(200);
    const signature = ADMIN.sign(checked.message);
    const { body } = await save(apkUrl, signature).expect(200);
    expect(body).toEqual({
      version: '1.0.0',
      versionCode: 7,
      sizeBytes: first.length,
      sha256: sha256(first),
      createdAt: expect.any(Number),
      objectPath: `apk/${sha256(first)}.apk`,
    });
    expect(Math.abs(body.createdAt - before)).toBeLessThan(60_000);
    expect(await kept()).toEqual([body.objectPath]);
    expect((await get('/api/apk').set(admin).expect(200)).body).toEqual({ current: body, older: [] });
    // Where the files are nobody else is told.
    expect((await get('/api/apk').expect(200)).body.current).toEqual({ ...body, objectPath: null });
    // A retry.
    expect((await save(apkUrl, signature).expect(200)).body).toEqual(body);
    await check(apkUrl).expect(409);
    const [{ uploaded_by } = {}] = await sql('SELECT uploaded_by FROM apk_releases');
    expect(uploaded_by).toBe(ADMIN.address);
  });

  const releases = async () => ApkReleases.parse((await get('/api/apk').set(admin)).body);

  it('takes the place of the one before, which is kept', async () => {
    of = { second: await released(second), first: ApkRelease.parse((await releases()).older[0]) };
    expect(of.first.version).toBe('1.0.0');
    expect(await releases()).toEqual({ current: of.second, older: [of.first] });
    expect(await kept()).toEqual([of.first.objectPath ?? '', of.second.objectPath ?? ''].sort());
  });

  it('of a file that was released before makes that current again, once', async () => {
    const apkUrl = await upload(first);
    const { message } = (await check(apkUrl).expect(200)).body;
    expect((await save(apkUrl, ADMIN.sign(message)).expect(200)).body).toEqual(of.first);
    expect(await releases()).toEqual({ current: of.first, older: [of.second] });
    await released(second);
    await save(apkUrl, ADMIN.sign(message)).expect(200);
    expect((await releases()).current).toEqual(of.second);
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
      known.replace(running.url, 'https://evil.example'),
      known.replace('://', '://me@'),
      known.replace('/upload/', '/other/'),
      known.replace('/upload/', '/'),
      known.replace(key, `../upload/${key}`),
      known.replace(key, `%2e%2e/upload/${key}`),
      known.replace('/upload/', '/x/../upload/'),
      known.replace('upload', '%75pload'),
      `${known}?x`,
      `${known}#x`,
      `${known}/`,
      `${known}.apk`,
      known.replace(key, key.toUpperCase()),
      `${s3}/${bucket}/${objectPath}`,
      `uploads/${key}`,
      'x',
    ])
      for (const answer of [check(apkUrl), save(apkUrl, ADMIN.sign('any'))]) {
        const { status, body } = await answer;
        expect([apkUrl, status, body.code]).toEqual([apkUrl, 400, 'bad_request']);
        expect(body.error).toMatch(/^apkUrl: must be an address that POST \/api\/objects\/upload gave/);
      }
    const { body } = await check(known.replace(key, '0'.repeat(32))).expect(404);
    expect(body.error).toMatch(/not known here/);
    await post('/api/apk', {}).expect(400);
    expect(await kept()).toEqual(before);
    expect((await release(known)).status).toBe(200);
  });

  it('is an address that nothing was sent to, until something is', async () => {
    const address = await ask();
    const { body } = await check(address).expect(404);
    expect(body.error).toBe('Nothing has been uploaded to this address yet.');
    await put(address, packApk({ version: '1.1' }));
    expect((await release(address)).body.version).toBe('1.1');
  });

  it('is what never came to an address that has expired', async () => {
    const address = await ask();
    await sql(`UPDATE apk_uploads SET expires_at = now() - interval '1 s' WHERE object_key = $1`, [
      keyOf(address),
    ]);
    expect((await put(address, packApk())).status).toBe(403);
    await expectRefused(address, 410, 'gone', /has expired/);
  });
});

describe('what is sent to an address', () => {
  it('is taken once, whole, and of the session that asked', async () => {
    const [address, app] = [await ask(), packApk({ version: '3.0' })];
    const other = await signIn(ADMIN);
    expect((await put(address, app, other)).status).toBe(403);
    expect((await put(address, app, {})).status).toBe(401);
    expect((await put(address, app, await signIn(newWallet()))).status).toBe(403);
    const taken = await put(address, app);
    expect([taken.status, taken.headers.get('etag')]).toEqual([200, `"${sha256(app)}"`]);
    expect((await put(address, app)).status).toBe(409);
    expect((await put(address.replace(/.{32}$/, '0'.repeat(32)), app)).status).toBe(404);
    expect((await release(address)).body.version).toBe('3.0');
    expect((await put(address, app)).status).toBe(409);
    expect(await objects.list('uploads/')).toEqual([]);
  });

  it('says how long it is, and is no longer than an app may be', async () => {
    const { hostname, port, pathname } = new URL(await ask());
    const answerTo = (headers: Record<string, string | number>, body = '') =>
      new Promise<{ status: number; code: string }>((resolve, reject) => {
        const asked = request({
          hostname,
          port,
          path: pathname,
          method: 'PUT',
          headers: { ...admin, ...headers },
        });
        asked.once('error', reject);
        asked.once('response', async (response) => {
          const { code } = JSON.parse(await text(response));
          resolve({ status: response.statusCode ?? 0, code });
        });
        asked.write(body);
      });
    const refused = { status: 400, code: 'bad_request' };
    expect(await answerTo({ 'Transfer-Encoding': 'chunked' }, 'x')).toEqual(refused);
    expect(await answerTo({ 'Content-Length': 0 })).toEqual(refused);
    const large = { status: 413, code: 'too_large' };
    expect(await answerTo({ 'Content-Length': MAX_APK_BYTES + 1 }, 'x')).toEqual(large);
    expect(await kept()).toEqual((await kept()).filter((key) => !key.startsWith('uploads/')));
  });

  /** A file of which `sent` bytes come, and then nothing. */
  async function stall(address: string, sent: Buffer) {
    const { hostname, port, pathname } = new URL(address);
    const headers = { ...admin, 'Content-Length': 50_000_000 };
    const asked = request({ hostname, port, path: pathname, method: 'PUT', headers });
    const ended = new Promise<void>((resolve) => asked.once('close', resolve));
    asked.on('error', () => {});
    asked.write(sent);
    return { cut: () => asked.destroy(), ended };
  }

  it('that breaks off leaves nothing, and its address is good for another try', async () => {
    const [address, app] = [await ask(), packApk({ version: '3.2' })];
    const first = await stall(address, Buffer.alloc(3_000_000, 'x'));
    await expect.poll(async () => (await put(await ask(), app)).status).toBe(409);
    first.cut();
    await expect.poll(async () => (await put(address, app)).status, WITHIN).toBe(200);
    expect(await objects.list('uploads/')).toHaveLength(1);
    expect((await release(address)).body.version).toBe('3.2');
  });

  it('may take as long as one that keeps its pace does', () => {
    // Of Node's own five minutes nothing in a test would be seen.
    expect(running.app.getHttpServer().requestTimeout).toBeGreaterThan((MAX_APK_BYTES / 100_000) * 1_000);
  });

  it('and does not go on is cut off, and holds nobody longer', async () => {
    const first = await stall(await ask(), Buffer.alloc(1_000, 'x'));
    await first.ended;
    expect((await put(await ask(), packApk())).status).toBe(200);
    expect((await objects.list('uploads/')).length).toBe(1);
    await expireAll();
  });
});

describe('the signature of a release', () => {
  const app = packApk({ version: '3.5' });
  const asked = async (bytes = app) => {
    const apkUrl = await upload(bytes);
    return { apkUrl, message: (await check(apkUrl).expect(200)).body.message as string };
  };

  it('is over what names site, wallet, file, version, time and the release before', async () => {
    const current = ApkRelease.parse((await get('/api/apk')).body.current);
    const { apkUrl, message } = await asked();
    expect(message.split('\n')).toEqual([
      `${new URL(running.url).host} wants you to release its Android app with your Solana account:`,
      ADMIN.address,
      '',
      'Everybody who downloads the app gets this file from now on. This costs nothing and permits no transaction.',
      '',
      'Version: 3.5 (7)',
      `SHA-256: ${sha256(app)}`,
      `Previous release: ${current.sha256}`,
      expect.stringMatching(/^Nonce: [0-9a-f]{32}$/),
      expect.stringMatching(/^Expiration Time: 20\d\d-.*Z$/),
    ]);
    for (const phished of [
      message.replace(new URL(running.url).host, 'screener.example'),
      message.replace(sha256(app), sha256(packApk({ version: '3.6' }))),
      message.replace('3.5 (7)', '3.6 (8)'),
      message.replace(/Nonce: .{2}/, 'Nonce: 00'),
      `${message} `,
    ])
      expect((await save(apkUrl, ADMIN.sign(phished))).status).toBe(403);
    expect((await save(apkUrl, newWallet().sign(message))).status).toBe(403);
    expect((await save(apkUrl, ADMIN.sign(message))).status).toBe(200);
  });

  it('is good for no other upload, not even of the same file, and for none in the place of another release', async () => {
    const [one, other] = [await asked(packApk({ version: '3.7' })), await asked(packApk({ version: '3.7' }))];
    expect((await save(one.apkUrl, ADMIN.sign(other.message))).status).toBe(403);
    expect((await save(other.apkUrl, ADMIN.sign(other.message))).status).toBe(200);
    const { status, body } = await save(one.apkUrl, ADMIN.sign(one.message));
    expect([status, body.error]).toEqual([409, expect.stringMatching(/Another release was made/)]);
    await expireAll();
  });

  it('must be asked for, and comes too late after a quarter of an hour', async () => {
    const apkUrl = await upload(packApk({ version: '3.8' }));
    expect((await save(apkUrl, ADMIN.sign('any'))).status).toBe(409);
    const { message } = (await check(apkUrl).expect(200)).body;
    await sql(`UPDATE apk_uploads SET message_expires_at = now() - interval '1 s' WHERE object_key = $1`, [
      keyOf(apkUrl),
    ]);
    expect((await save(apkUrl, ADMIN.sign(message))).status).toBe(409);
    expect((await release(apkUrl)).status).toBe(200);
  });
});

describe('who signed the app', () => {
  const by = (key: keyof typeof KEYS, options: Parameters<typeof packApk>[0] = {}) =>
    packApk({ version: '4.0', ...options, signingBlock: signedBy(KEYS[key]) });

  it('is who signed the first release, or has their place', async () => {
    await expectRefused(
      await upload(by('stranger')),
      400,
      'bad_request',
      /releases are signed by [0-9a-f]{64}/,
    );
    const lineage = lineageOf([KEY, KEYS.next]);
    const signingBlock = (contents: Contents) =>
      signingBlockOf([[SCHEME_V3, signV3(contents, [KEYS.next], { attributes: [lineage] })]]);
    expect((await released(packApk({ version: '4.1', signingBlock }))).version).toBe('4.1');
  });

  it('may be named', async () => {
    const named = await startApp({
      ...{ ...stores.env, ...NO_LIMITS, ADMIN_WALLETS: ADMIN.address },
      APK_SIGNER_SHA256: KEYS.stranger.sha256,
    });
    const apkUrl = (await upload(by('stranger'))).replace(running.url, named.url);
    const { body } = await supertest(named.server).post('/api/apk/check').set(admin).send({ apkUrl });
    expect(body.signerSha256).toBe(KEYS.stranger.sha256);
    await named.app.close();
    await expireAll();
  });

  it('is found in the file of a release of before, as its versionCode is', async () => {
    await released(packApk({ version: '4.15', versionCode: 9 }));
    const forget = () => sql('UPDATE apk_releases SET version_code = NULL, signer_sha256 = NULL');
    await forget();
    await expectRefused(
      await upload(by('stranger', { versionCode: 9 })),
      400,
      'bad_request',
      /releases are signed by [0-9a-f]{64}/,
    );
    await forget();
    await expectRefused(
      await upload(packApk({ version: '4.16', versionCode: 8 })),
      400,
      'bad_request',
      /versionCode 8, and the current release has 9/,
    );
    // Other tests go on from here.
    await sql('UPDATE apk_releases SET version_code = 7');
  });

  it('counts on: no versionCode is below the current one', async () => {
    await released(packApk({ version: '4.2', versionCode: 12 }));
    await expectRefused(
      await upload(packApk({ version: '4.3', versionCode: 11 })),
      400,
      'bad_request',
      /versionCode 11, and the current release has 12/,
    );
    // Other tests go on from here.
    await sql('UPDATE apk_releases SET version_code = 7');
  });
});

describe('a file that was changed in the store', () => {
  const putRaw = async (key: string, bytes: Buffer) => {
    expect(await objects.write(key, Readable.from([bytes]), bytes.length)).toMatch(/^[0-9a-f]{32}$/);
  };
  const problems = async () => (await running.health()).problems;
  const ALARM = 'The file of the app is not the one that was released, and is not given out.';

  it('before its check is not the one that was received', async () => {
    const apkUrl = await upload(packApk({ version: '5.0' }));
    await putRaw(keyOf(apkUrl), packApk({ version: '5.1' }));
    await expectRefused(apkUrl, 409, 'conflict', /not the one that was received/);
  });

  it('between check and release is not released', async () => {
    const apkUrl = await upload(packApk({ version: '5.2' }));
    const { message } = (await check(apkUrl).expect(200)).body;
    await putRaw(keyOf(apkUrl), packApk({ version: '5.3' }));
    expect((await save(apkUrl, ADMIN.sign(message))).status).toBe(409);
  });

  it('while it is copied is not released', async () => {
    const apkUrl = await upload(packApk({ version: '5.4' }));
    const copy = vi.spyOn(objects, 'copy').mockImplementationOnce(async (...of) => {
      await putRaw(keyOf(apkUrl), packApk({ version: '5.5' }));
      copy.mockRestore();
      return objects.copy(...of);
    });
    expect((await release(apkUrl)).status).toBe(409);
    await expectRefused(apkUrl, 409, 'conflict', /not the one that was received/);
  });

  it('after its release is given out to nobody, and health says so until it is right again', async () => {
    const app = packApk({ version: '5.6' });
    const { objectPath } = await released(app);
    const swapped = Buffer.from(app);
    swapped[300] = (swapped[300] ?? 0) ^ 1;
    for (const bytes of [swapped, swapped.subarray(1), packApk({ version: '5.7' })]) {
      await putRaw(objectPath ?? '', bytes);
      for (const answer of [get('/api/apk/download'), supertest(running.server).head('/api/apk/download')])
        expect((await answer).status).toBe(503);
      expect(await problems()).toContain(ALARM);
    }
    await putRaw(objectPath ?? '', app);
    expect((await download().expect(200)).body.equals(app)).toBe(true);
    expect(await problems()).not.toContain(ALARM);
  });

  it('as it is read is given out to nobody', async () => {
    const app = packApk({ version: '5.8' });
    const { objectPath } = await released(app);
    const read = vi.spyOn(objects, 'read').mockImplementationOnce(async (...of) => {
      await putRaw(objectPath ?? '', packApk({ version: '5.9' }));
      read.mockRestore();
      return objects.read(...of);
    });
    await get('/api/apk/download').expect(503);
    await putRaw(objectPath ?? '', app);
    await get('/api/apk/download').expect(200);
  });

  it('is found where nobody asks for it', async () => {
    const app = packApk({ version: '5.95' });
    const { objectPath } = await released(app);
    await putRaw(objectPath ?? '', packApk({ version: '5.96' }));
    await sweep();
    expect(await problems()).toContain(ALARM);
    await putRaw(objectPath ?? '', app);
    await sweep();
    expect(await problems()).not.toContain(ALARM);
  });

  /** Lays other bytes where a release is, under its ETag. */
  async function forge(app: Buffer): Promise<string> {
    const { objectPath } = await released(app);
    const forged = Buffer.from(app);
    forged[300] = (forged[300] ?? 0) ^ 1;
    await putRaw(objectPath ?? '', forged);
    const stored = await objects.stat(objectPath ?? '');
    await sql('UPDATE apk_releases SET etag = $1 WHERE is_current', [stored?.etag]);
    return objectPath ?? '';
  }
  const mend = async (objectPath: string, app: Buffer) => {
    await putRaw(objectPath, app);
    await sweep();
    expect((await download().expect(200)).body.equals(app)).toBe(true);
    expect(await problems()).not.toContain(ALARM);
  };

  it('under the ETag of the release comes to nobody whole, and then to nobody', async () => {
    const app = packApk({ version: '5.961' });
    const objectPath = await forge(app);
    await expect(download()).rejects.toThrow(/aborted|hang up/);
    await expect.poll(problems, WITHIN).toContain(ALARM);
    for (const range of [undefined, 'bytes=0-9'])
      expect((await get('/api/apk/download').set(range ? { Range: range } : {})).status).toBe(503);
    await mend(objectPath, app);
  });

  it('under the ETag of the release is found where nobody asks for it', async () => {
    const app = packApk({ version: '5.962' });
    const objectPath = await forge(app);
    await sweep();
    expect(await problems()).toContain(ALARM);
    await get('/api/apk/download').set({ Range: 'bytes=0-9' }).expect(503);
    await mend(objectPath, app);
  });

  it('of a release of before is read before it is given out, once', async () => {
    const app = packApk({ version: '5.97' });
    await released(app);
    await sql('UPDATE apk_releases SET etag = NULL WHERE is_current');
    const read = vi.spyOn(objects, 'read');
    for (const _ of ['first', 'again']) await get('/api/apk/download').expect(200);
    expect(read).toHaveBeenCalledTimes(3);
    const [{ etag } = {}] = await sql('SELECT etag FROM apk_releases WHERE is_current');
    expect(etag).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('nothing is left behind', () => {
  it('where the client goes away in the middle', async () => {
    const apkUrl = await upload(packApk({ version: '6.0' }));
    const leave = new AbortController();
    const signature = ADMIN.sign((await check(apkUrl).expect(200)).body.message);
    // The answer cannot be there before it: whoever leaves does so while the file is looked for.
    const found = vi.spyOn(objects, 'stat').mockImplementationOnce((...of) => {
      leave.abort();
      found.mockRestore();
      return objects.stat(...of);
    });
    const asked = fetch(`${running.url}/api/apk`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ apkUrl, signature }),
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
    expect((await release(refused)).status).toBe(400);
    expect((await release(taken)).status).toBe(200);
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
    await objects.write(strange, Readable.from([Buffer.from('of somebody')]), 11);
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
  const padding = Buffer.alloc(MAX_APK_BYTES - frame, 'p');
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

  it('are released and downloaded, and held in memory by nobody', async () => {
    const bytes = packApk({ version: '10.0', padding });
    expect(bytes).toHaveLength(MAX_APK_BYTES);
    const apkUrl = await upload(bytes);
    const most = watchMemory();
    expect((await release(apkUrl)).body.sha256).toBe(sha256(bytes));
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

  it('says so, whether the object store refuses or is silent, and goes on when it is back', async (context) => {
    context.skip(!stores.isOwnS3, 'the object store is not ours to stop');
    const apkUrl = await upload(packApk({ version: '11.0' }));
    await stores.s3.kill();
    await expectAway(post('/api/objects/upload'), check(apkUrl), get('/api/apk/download'));
    await get('/api/apk').expect(200);
    await expect(sweep()).rejects.toMatchObject({ code: 'store_unavailable' });
    await stores.s3.start();
    stores.s3.signal('SIGSTOP');
    const askedMs = performance.now();
    await expectAway(post('/api/objects/upload'), check(apkUrl), get('/api/apk/download'));
    // Who asks waits no longer than a page does.
    expect(performance.now() - askedMs).toBeLessThan(5_000);
    stores.s3.signal('SIGCONT');
    expect((await release(apkUrl)).body.version).toBe('11.0');
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
        const inHealth = async () => (await other.health()).site.find(({ name }) => name === 's3')?.error;
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

  it('says so of a file that is still coming, at once, and takes it at another address when it is back', async (context) => {
    context.skip(!stores.isOwnS3, 'the object store is not ours to stop');
    const { hostname, port, pathname } = new URL(await ask());
    const headers = { ...admin, 'Content-Length': MAX_APK_BYTES };
    const sent = request({ hostname, port, path: pathname, method: 'PUT', headers });
    sent.on('error', () => {});
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    const closed = once(sent, 'close');
    const chunk = Buffer.alloc(1_000_000, 'x');
    sent.write(chunk);
    await expect.poll(async () => (await put(await ask(), packApk())).status, WITHIN).toBe(409);
    await stores.s3.kill();
    const sending = setInterval(() => sent.write(chunk), 50);
    const [response] = await answered;
    clearInterval(sending);
    expect([response.statusCode, Problem.parse(JSON.parse(await text(response))).code]).toEqual([
      503,
      'store_unavailable',
    ]);
    await closed;
    await stores.s3.start();
    const app = packApk({ version: '11.1' });
    expect((await release(await upload(app))).body.version).toBe('11.1');
  });

  it('says so of a file that is not where its record says', async () => {
    const { objectPath } = await released(packApk({ version: '12.0' }));
    await objects.remove(objectPath ?? '');
    for (const answer of [get('/api/apk/download'), supertest(running.server).head('/api/apk/download')])
      expect((await answer).status).toBe(503);
    // And brings it back when the same file is uploaded.
    await released(packApk({ version: '12.0' }));
    await get('/api/apk/download').expect(200);
  });

  it('says so of the records, and makes no release half', async () => {
    const apkUrl = await upload(packApk({ version: '13.0' }));
    await stores.postgres.stop();
    await expectAway(post('/api/objects/upload'), check(apkUrl), get('/api/apk/download'), get('/api/apk'));
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
