import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Problem } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.js';

const SHA = 'ab'.repeat(32);
let folder: string;
let running: Awaited<ReturnType<typeof startApp>>;
const ask = () => supertest(running.server);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  writeFileSync(join(pictures, `${SHA}.64.webp`), 'small');
  writeFileSync(join(pictures, `${SHA}.256.webp`), 'large');
  writeFileSync(join(folder, 'secrets.json'), 'classified');
  writeFileSync(join(folder, 'secrets.64.webp'), 'classified');
  running = await startApp({ PICTURES_DIR: pictures });
});
afterAll(async () => {
  await running.app.close();
  rmSync(folder, { recursive: true });
});

/** Sends a path as it is: clients resolve its dots. */
async function getRaw(path: string): Promise<{ status: number; text: string }> {
  const { port } = new URL(running.url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    })
      .on('error', reject)
      .end();
  });
}

it.each([
  ['', 'small'],
  ['?size=64', 'small'],
  ['?size=256', 'large'],
])('serves a picture for good, and nothing but a picture: %s', async (query, bytes) => {
  const { body, headers } = await ask().get(`/api/images/${SHA}${query}`).expect(200);
  expect(body.toString()).toBe(bytes);
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['content-encoding']).toBeUndefined();
  await ask().get(`/api/images/${SHA}${query}`).set('If-None-Match', String(headers.etag)).expect(304);
});

it('answers HEAD without a body, and 405 to what changes things', async () => {
  const { headers } = await ask().head(`/api/images/${SHA}`).expect(200);
  expect(headers['content-length']).toBe('5');
  const { headers: refused } = await ask().post(`/api/images/${SHA}`).expect(405);
  expect(refused.allow).toBe('GET, HEAD');
});

it('does not know a picture that is not kept', async () => {
  const { body, headers } = await ask()
    .get(`/api/images/${'0'.repeat(64)}`)
    .expect(404);
  expect(Problem.parse(body)).toMatchObject({ code: 'not_found', error: 'This picture is not kept here.' });
  expect(headers['cache-control']).toBe('no-store');
});

it.each([
  ['/api/images/secrets', 400],
  [`/api/images/${SHA.toUpperCase()}`, 400],
  [`/api/images/${SHA}0`, 400],
  [`/api/images/${SHA}%00`, 400],
  [`/api/images/${SHA}%0a`, 400],
  [`/api/images/${SHA}.64.webp`, 400],
  [`/api/images/${SHA}?size=1024`, 400],
  [`/api/images/${SHA}?size=../64`, 400],
  [`/api/images/${SHA}?size=64&size=256`, 400],
  ['/api/images/%2e%2e%2fsecrets', 400],
  ['/api/images/..%2fsecrets.json', 400],
  ['/api/images/..%5csecrets', 400],
  ['/api/images/%252e%252e%252fsecrets', 400],
  ['/api/images/../secrets.json', 404],
  ['/api/images/%2e%2e/secrets.json', 404],
  ['/api/images//secrets', 404],
  ['/api/images/', 404],
  ['/api/images/%zz', 400],
])('leads nowhere else: %s', async (path, status) => {
  const answer = await getRaw(path);
  expect(answer.text).not.toContain('classified');
  expect({ path, status: answer.status }).toEqual({ path, status });
  expect(Problem.parse(JSON.parse(answer.text)).status).toBe(status);
});

it('serves a page of cards at once, and no list pays for it', async () => {
  const paths = Array.from({ length: 400 }, (_, index) => `/api/images/${SHA}?size=${index % 2 ? 64 : 256}`);
  const answers = await Promise.all(paths.map((path) => fetch(`${running.url}${path}`)));
  for (const answer of answers) await answer.arrayBuffer();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await ask().get('/api/docs').expect(200);
});

it('knows none where no folder is named', async () => {
  const without = await startApp();
  await supertest(without.server).get(`/api/images/${SHA}`).expect(404);
  await without.app.close();
});
