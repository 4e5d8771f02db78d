import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measure, mintOf, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';

/* The page of others at an address of the network: whoever asks says what Host is. */
const SITE = 'https://screener.example';
const PATHS = [
  '/',
  '/discovery',
  '/assets/index-4f2a.js',
  '/nowhere',
  '/api/live',
  '/api/config',
  '/api/stream',
  '/api/tokens/qualified',
  '/api/nowhere',
  '/api/docs',
];
let folder: string;
let running: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Cryptonite</title>');
  writeFileSync(join(folder, 'assets', 'index-4f2a.js'), 'export {};');
  running = await startApp({ HOST: '0.0.0.0', SITE_ORIGIN: SITE, WEB_DIST: folder });
  running.feed.load(measure(mintOf('a'), { live: {} }), scanOf());
});
afterAll(async () => {
  await running.app.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, host: string) => supertest(running.server).get(path).set('Host', host);

it.each([
  'evil.example',
  'screener.example.evil.example',
  'screener.example:444',
  'evil.example@screener.example',
  'screener.example/',
  '192.0.2.1:4000',
  'localhost.evil.example',
])('nothing is answered to who asks for %s', async (host) => {
  for (const path of PATHS) {
    const { body, headers } = await get(path, host).expect(400);
    expect(Problem.parse(body)).toMatchObject({ code: 'bad_request', error: `Only ${SITE} is served here.` });
    expect(headers.connection).toBe('close');
  }
  const { body } = await supertest(running.server).post('/api/auth/logout').set('Host', host).send({});
  expect(Problem.parse(body)).toMatchObject({ status: 400, error: `Only ${SITE} is served here.` });
});

it('not even what is answered ahead of the framework', async () => {
  const list = '/api/tokens/qualified?profile=live';
  for (let count = 0; count < 3; count++) await get(list, 'screener.example').expect(200);
  await get(list, 'evil.example').expect(400);
});

it.each(['screener.example', 'Screener.Example', 'screener.example:443', 'localhost:4000', '127.0.0.1:4000'])(
  '%s is this site',
  async (host) => {
    await get('/discovery', host).expect(200);
    await get('/api/tokens/qualified', host).expect(200);
  },
);

it('so is the address that is listened at', async () => {
  const other = await startApp({ HOST: '10.0.0.2', SITE_ORIGIN: SITE });
  const live = (host: string) => supertest(other.server).get('/api/live').set('Host', host);
  await live('10.0.0.2:4000').expect(200);
  await live('10.0.0.3:4000').expect(400);
  await other.app.close();
});
