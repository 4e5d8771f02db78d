import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { measure, mintOf, START, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';
import { ListAnswers } from './list-answers.js';

const PATH = '/api/tokens/qualified?profile=live';
const MINTS = [...'abcdefghjk'].map(mintOf);

let running: Awaited<ReturnType<typeof startApp>>;
const get = (path = PATH) => supertest(running.server).get(path).set('Accept-Encoding', 'gzip');
/** Whether the bytes of this answer are there, so that the next one goes ahead of the framework. */
const isKept = () => running.app.get(ListAnswers).again(PATH)?.bytesNow != null;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.app.close());

beforeEach(() => {
  running.feed.load(...MINTS.map((mint) => measure(mint, { live: {} })), scanOf());
});

/** Without what is of the moment, of the connection, and of the request. */
const lasting = ({
  date,
  connection,
  'keep-alive': _,
  'x-request-id': id,
  ...headers
}: Record<string, string>) => {
  expect([date, connection, id]).not.toContain(undefined);
  return headers;
};

it('is the same as of the controller, header by header', async () => {
  expect(isKept()).toBe(false);
  const first = await get().expect(200);
  expect(isKept()).toBe(true);
  const again = await get().expect(200);
  expect(again.body).toEqual(first.body);
  expect(lasting(again.headers)).toEqual(lasting(first.headers));
});

it('is the same where it is too short to be compressed', async () => {
  running.feed.load(scanOf());
  const first = await get().expect(200);
  const again = await get().expect(200);
  expect(again.headers['content-encoding']).toBeUndefined();
  expect([again.body, lasting(again.headers)]).toEqual([first.body, lasting(first.headers)]);
});

it('is of the list as it stands', async () => {
  await get();
  running.feed.say(measure(mintOf('z'), { live: {} }), scanOf({ time: START + 5_000 }));
  const { body } = await get().expect(200);
  expect(body).toMatchObject({ total: MINTS.length + 1, asOf: START + 5_000 });
});

it('goes the way of every request for a client that holds it, takes no gzip, asks for the head or comes from elsewhere', async () => {
  const { headers } = await get();
  await get().set('If-None-Match', headers.etag!).expect(304);
  const plain = await get().set('Accept-Encoding', 'identity').expect(200);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const { text } = await supertest(running.server).head(PATH).expect(200);
  expect(text).toBeUndefined();
  await get().set('Host', 'elsewhere.example').expect(400);
  await get().set('Sec-Fetch-Site', 'cross-site').expect(403);
  await get().set('Content-Length', '2').send('{}').expect(400);
});

it('counts against the limit of an address', async () => {
  const strict = await startApp({ REQUESTS_PER_SECOND: '1' });
  strict.feed.load(...MINTS.map((mint) => measure(mint, { live: {} })), scanOf());
  const statuses: number[] = [];
  // An address has four at once, and the user who asks has as many.
  for (let asked = 0; asked < 12; asked += 1)
    statuses.push((await supertest(strict.server).get(PATH).set('Accept-Encoding', 'gzip')).status);
  expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200]);
  expect(statuses.at(-1)).toBe(429);
  await strict.app.close();
});
