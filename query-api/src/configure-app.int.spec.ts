import { type IncomingMessage, request } from 'node:http';
import { Problem } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startApp } from '../testing/start-app.js';

/** What four requests at once may cost, while time stands still. */
const BURST = 4;

/** Of 127.0.0.1 each user has as much again. */
const headers = { 'X-Forwarded-For': '203.0.113.1' };

async function startStrict() {
  const { app, server, url } = await startApp({ REQUESTS_PER_SECOND: '1', TRUSTED_PROXIES: '127.0.0.1' });
  onTestFinished(() => app.close());
  /** The URL as it is written here; what answers without end is left. */
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, { path, headers }, ({ statusCode }: IncomingMessage) => {
        resolve(statusCode);
        asked.destroy();
      });
      asked.once('error', reject).end();
    });
  const statusesOf = async (path: string) => {
    const statuses: (number | undefined)[] = [];
    for (let nth = 0; nth <= BURST; nth += 1) statuses.push(await statusOf(path));
    return statuses;
  };
  return { statusOf, statusesOf, server };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('a path that is written in another way', () => {
  it.each([
    '/api/STREAM',
    '/api/stream/',
    '/api/%73tream',
    '/api\\stream#',
    '/api/apk/DOWNLOAD',
    '/api/apk/download/',
    '/api//apk/download',
    '/api/Health',
  ])('is none, at the cost of one: %s', async (path) => {
    const { statusesOf } = await startStrict();
    expect(await statusesOf(path)).toEqual([404, 404, 404, 404, 429]);
  });

  it('is none where it is a whole URL, at the cost of what is there', async () => {
    const { statusesOf } = await startStrict();
    expect(await statusesOf('http://127.0.0.1/api/stream')).toEqual([404, 429, 429, 429, 429]);
  });

  it('has its problem, whatever is asked of it', async () => {
    const { server } = await startStrict();
    const { body } = await supertest(server).post('/api/APK').expect(404);
    expect(Problem.parse(body).code).toBe('not_found');
    await supertest(server).get('/API/health').expect(404);
  });
});

describe('what is asked', () => {
  it('costs four where it is a stream', async () => {
    const { statusOf } = await startStrict();
    expect(await statusOf('/api/stream?profile=live')).toBe(200);
    expect(await statusOf('/api/health')).toBe(429);
  });

  it.each(['cursor', '%63ursor', 'limit=5&c%75rsor'])(
    'costs two where it is a part of a list: ?%s=',
    async (name) => {
      const { statusesOf } = await startStrict();
      const statuses = await statusesOf(`/api/tokens/qualified?${name}=1`);
      expect(statuses.map((status) => status === 429)).toEqual([false, false, true, true, true]);
    },
  );

  it('costs one where only a value looks like it', async () => {
    const { statusesOf } = await startStrict();
    const statuses = await statusesOf('/api/tokens/qualified?source=cursor=');
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, false, true]);
  });
});
