import supertest from 'supertest';
import { expect, it } from 'vitest';
import { startApp } from '../../../testing/start-app.js';

const PATH = '/.well-known/security.txt';

it.each([
  ['security@screener.example', 'mailto:security@screener.example'],
  ['https://screener.example/report', 'https://screener.example/report'],
])('says whom to tell of a hole: %s', async (configured, contact) => {
  const { app, server } = await startApp({
    SECURITY_CONTACT: configured,
    SITE_ORIGIN: 'https://screener.example',
  });
  const { text, headers } = await supertest(server).get(PATH).expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );
  expect(fields).toEqual({
    Contact: contact,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    Canonical: `https://screener.example${PATH}`,
  });
  const days = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(60);
  expect(days).toBeLessThan(365);
  await supertest(server).head(PATH).expect(200);
  await supertest(server).post(PATH).expect(405);
  await app.close();
});

it('is not there without somebody to tell', async () => {
  const { app, server } = await startApp();
  await supertest(server).get(PATH).expect(404);
  await app.close();
});
