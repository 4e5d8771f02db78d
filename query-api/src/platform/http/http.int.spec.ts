import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Problem } from '@cryptonite/contracts/api';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { totalOf } from '@cryptonite/contracts/metrics-testing';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.js';
import { CONTENT_SECURITY_POLICY } from './security-headers.js';

const SCRIPT = `export const x = '${'cryptonite '.repeat(500)}';`;
let folder: string;
let running: Awaited<ReturnType<typeof startApp>>;
const ask = () => supertest(running.server);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Cryptonite</title>');
  writeFileSync(join(folder, 'assets', 'index-4f2a.js'), SCRIPT);
  running = await startApp({
    WEB_DIST: folder,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(async () => {
  await running.app.close();
  rmSync(folder, { recursive: true });
});

describe('the web app', () => {
  it.each([
    '/',
    '/?from=x',
    '/discovery',
    '/discovery?tab=high-hype',
    '/discovery/',
    '/platform',
    '/admin',
    '/scanner',
    '/privacy',
    '/whitepaper',
    '/terms',
    '/support',
  ])('is there at %s', async (path) => {
    const { text, headers } = await ask().get(path).expect(200);
    expect(text).toContain('Cryptonite');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
    await ask().get(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it.each([
    '/nowhere',
    '/index.html',
    '/discovery/x',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%zz',
  ])('shows its not-found page at %s', async (path) => {
    const { text } = await ask().get(path).expect(404);
    expect(text).toContain('Cryptonite');
  });

  it('sends hashed assets once, compressed for those who take it', async () => {
    const { headers, text } = await ask().get('/assets/index-4f2a.js').expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(text).toBe(SCRIPT);
    const plain = await ask().get('/assets/index-4f2a.js').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const refused = await ask().get('/assets/index-4f2a.js').set('Accept-Encoding', 'gzip;q=0').expect(200);
    expect(refused.headers['content-encoding']).toBeUndefined();
    const missing = await ask().get('/assets/index-0000.js').expect(404);
    expect(missing.headers['content-type']).toMatch('text/plain');
  });

  it('answers HEAD without a body', async () => {
    const { headers, text } = await ask()
      .head('/assets/index-4f2a.js')
      .set('Accept-Encoding', 'identity')
      .expect(200);
    expect(headers['content-length']).toBe(String(SCRIPT.length));
    expect(text ?? '').toBe('');
  });
});

describe('the API', () => {
  it.each(['/api', '/api/nowhere', '/api/tokens', '/api/tokens/qualified/x', '/api/%zz'])(
    'has a problem with %s',
    async (path) => {
      const { body } = await ask().get(path).expect(404);
      expect(Problem.parse(body).code).toBe('not_found');
    },
  );

  it.each(['post', 'put', 'patch', 'delete', 'options'] as const)('refuses %s', async (method) => {
    const { body, headers } = await ask()[method]('/api/health').expect(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(Problem.parse(body).code).toBe('method_not_allowed');
    await ask()[method]('/api/nowhere').expect(404);
  });

  it('compresses its answers for those who take it', async () => {
    const path = '/api/docs/openapi.json';
    const { headers, body } = await ask().get(path).expect(200);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const plain = await ask().get(path).set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Accept-Encoding');
    expect(plain.body).toEqual(body);
    expect(Number(headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 4);
    await ask().get(path).set('If-None-Match', String(headers.etag)).expect(304);
    const { text, headers: headed } = await ask().head(path).expect(200);
    expect(text ?? '').toBe('');
    expect(headed['content-encoding']).toBeUndefined();
  });

  it('refuses a body', async () => {
    const { body } = await ask().get('/api/health').send('{"a":1}').expect(400);
    expect(Problem.parse(body).error).toBe('A GET takes no request body.');
  });

  it.each([
    ['a name that was rebound', { Host: 'evil.example' }],
    ['a longer name', { Host: '127.0.0.1.evil.example:4000' }],
    ['a foreign page', { Origin: 'https://evil.example' }],
    ['a page of nowhere', { Origin: 'null' }],
    ['a page with a longer name', { Origin: 'http://localhost.evil.example' }],
  ])('answers nothing to %s', async (_, headers) => {
    for (const path of ['/api/health', '/api/tokens/qualified', '/api/stream', '/discovery']) {
      const { body, headers: answered } = await ask().get(path).set(headers).expect(400);
      expect(Problem.parse(body).error).toBe('Only this machine itself is served here.');
      expect(answered['access-control-allow-origin']).toBeUndefined();
    }
    await ask()
      .get('/discovery')
      .set({ Host: 'localhost:4000', Origin: 'http://127.0.0.1:5173' })
      .expect(200);
  });

  it('answers nothing to what another site includes, and lets in who follows a link to the page', async () => {
    for (const path of ['/api/health', '/api/stream', '/discovery', '/assets/index-4f2a.js']) {
      const { body, headers } = await ask().get(path).set('Sec-Fetch-Site', 'cross-site').expect(403);
      expect(Problem.parse(body)).toMatchObject({
        code: 'forbidden',
        error: expect.stringContaining('include or ask nothing from here'),
      });
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    const followed = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    await ask().get('/discovery?tab=high-hype').set(followed).expect(200);
    await ask().get('/api/health').set(followed).expect(403);
    await ask()
      .get('/discovery')
      .set({ ...followed, 'Sec-Fetch-Dest': 'iframe' })
      .expect(403);
    for (const site of ['none', 'same-origin', 'same-site'])
      await ask().get('/discovery').set('Sec-Fetch-Site', site).expect(200);
  });

  it('always has an answer about its health, and says that it is not well', async () => {
    const { body, headers } = await ask().get('/api/health').expect(503);
    expect(body).toMatchObject({ status: 'failed', concern: 'loading', streamTime: null, slot: null });
    expect(headers.etag).toBeDefined();
    await ask().head('/api/health').expect(503);
  });

  it('limits how often an address may ask', async () => {
    // All on one connection: faster than the limit refills, however slow the machine.
    const count = 1_000;
    const request = 'HEAD /api/docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    socket.write(request.repeat(count - 1) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const answers = (await readText(socket)).split('\r\n\r\n').filter((answer) => answer !== '');
    expect(answers).toHaveLength(count);
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '));
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.length).toBeLessThanOrEqual(count - 150);
    expect(refused[0]).toContain('Retry-After: 1');
  });

  it('lets no local user use up what another has', async ({ skip }) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return skip('only root of a Linux machine can act as two users');
    const statusFor = async (uid: number) => {
      const script = `fetch('${running.url}/api/docs').then(({ status }) => console.log(status))`;
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { uid, cwd: '/' });
      return stdout.trim();
    };
    const count = 2_000;
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    const answers = readText(socket);
    socket.write('HEAD /api/docs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(count));
    const other = await statusFor(65_534);
    socket.end('HEAD /api/docs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    expect(await answers).toMatch(/HTTP\/1\.1 429 /);
    expect(other).toBe('200');
  });

  it('knows its caller by the user of the machine', async ({ skip }) => {
    if (process.platform !== 'linux') return skip('only Linux tells');
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    // Half closed it would be told of nobody.
    const request = 'GET /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n';
    socket.write(`${`${request}\r\n`.repeat(1_500)}${request}Connection: close\r\n\r\n`);
    expect(await readText(socket)).toContain(`Too many requests from user ${process.getuid?.()}.`);
  });
});

it.each(['/metrics', '/metrics/', '/api/metrics', '/ready', '/live'])(
  'tells strangers no metrics at %s',
  async (path) => {
    const { text } = await ask().get(path).expect(404);
    expect(text).not.toContain('# HELP');
  },
);

it('requests are counted by method and status, and how long each took', async () => {
  const { query_api_requests_total, query_api_request_seconds } = metricsOf('query-api');
  const counted = async (method: string, status: number) =>
    (await query_api_requests_total.get()).values.find(
      ({ labels }) => labels.method === method && labels.status === status,
    )?.value ?? 0;
  const [found, missing, timed] = [
    await counted('GET', 200),
    await counted('GET', 404),
    await totalOf(query_api_request_seconds),
  ];
  await ask().get('/privacy').expect(200);
  await ask().get('/nowhere').expect(404);
  await expect.poll(() => counted('GET', 200)).toBe(found + 1);
  await expect.poll(() => counted('GET', 404)).toBe(missing + 1);
  expect(await totalOf(query_api_request_seconds)).toBe(timed + 2);
});
