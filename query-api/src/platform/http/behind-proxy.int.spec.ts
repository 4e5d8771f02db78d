import { CSRF_HEADER, Problem } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.js';

/* The page of others on this machine: a proxy here takes their TLS, and asks by loopback. */
const SITE = 'https://screener.example';
let running: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  running = await startApp({
    SITE_ORIGIN: SITE,
    TRUSTED_PROXIES: '127.0.0.1',
    COMMANDS_PER_MINUTE: '3',
    REQUESTS_PER_SECOND: '1',
  });
});
afterAll(() => running.app.close());

const logout = (headers: Record<string, string>) =>
  supertest(running.server)
    .post('/api/auth/logout')
    .set({ 'X-Forwarded-For': '192.0.2.1', ...headers })
    .send({});

it('commands of the site come in, by its own name and by the one that the proxy asks by', async () => {
  const page = { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' };
  await logout({ Host: 'screener.example', ...page, 'X-Forwarded-For': '192.0.2.2' }).expect(200);
  await logout({ ...page, 'X-Forwarded-For': '192.0.2.2' }).expect(200);
});

it.each([
  ['another site', { Origin: 'https://evil.example' }, 400],
  ['a name that was rebound', { Host: 'evil.example', Origin: SITE }, 400],
  ['the site without TLS', { Host: 'screener.example', Origin: 'http://screener.example' }, 400],
  ['another port of it', { Host: 'screener.example:444', Origin: SITE }, 400],
  ['what another site includes', { Origin: SITE, 'Sec-Fetch-Site': 'cross-site' }, 403],
])('and none of %s', async (_, headers, status) => {
  const { body } = await logout({ ...headers, 'X-Forwarded-For': '192.0.2.3' }).expect(status);
  expect(Problem.parse(body).success).toBe(false);
});

it('a browser that has been there asks for nothing without TLS any more', async () => {
  const { headers } = await supertest(running.server).get('/api/live').expect(200);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

it('a page of this machine is told where commands come from', async () => {
  const { body } = await logout({ Origin: 'http://127.0.0.1:4000', [CSRF_HEADER]: 'x' }).expect(403);
  expect(body.error).toBe(`Another site may not ask for this. Open the page at ${SITE}.`);
});

it('visitors are counted apart, whatever they say of themselves', async () => {
  const statuses = async (address: string) => {
    const told = [];
    for (let count = 0; count < 4; count++)
      told.push((await logout({ 'X-Forwarded-For': `198.51.100.${count}, ${address}` })).status);
    return told;
  };
  expect(await statuses('203.0.113.7')).toEqual([200, 200, 200, 429]);
  expect(await statuses('203.0.113.8')).toEqual([200, 200, 200, 429]);
  const { body } = await logout({ 'X-Forwarded-For': '203.0.113.7' }).expect(429);
  expect(body.error).toMatch(/^Too many requests from 203\.0\.113\.7\./);
  const page = (address: string) =>
    supertest(running.server).get('/api/docs').set('X-Forwarded-For', address);
  const asked = await Promise.all(Array.from({ length: 20 }, () => page('203.0.113.9')));
  expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  await page('203.0.113.10').expect(200);
});
