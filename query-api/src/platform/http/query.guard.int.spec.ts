import { Problem } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure, mintOf, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';

let running: Awaited<ReturnType<typeof startApp>>;
/** Each GET with the names of its parameters. */
let routes: [path: string, accepted: string[]][];
const get = (path: string) => supertest(running.server).get(path);
const refusalOf = async (path: string) => {
  const { status, body } = await get(path);
  return [path, status, Problem.parse(body).error];
};

beforeAll(async () => {
  running = await startApp({ REQUESTS_PER_SECOND: '1000' });
  running.feed.load(...[...'abcdefghjk'].map((letter) => measure(mintOf(letter), { live: {} })), scanOf());
  const { body } = await get('/api/docs/openapi.json').expect(200);
  type Operation = { parameters: { name: string; in: string }[]; responses: object };
  routes = Object.entries<{ get?: Operation }>(body.paths).flatMap(([path, operations]) =>
    // Of what is for who is signed in nobody else is told what it takes.
    operations.get && !('401' in operations.get.responses)
      ? [
          [
            path.replace('{mint}', mintOf('a')).replace('{sha256}', 'a'.repeat(64)),
            operations.get.parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
          ],
        ]
      : [],
  );
});
afterAll(() => running.app.close());

const taken = (accepted: readonly string[]) =>
  accepted.length > 0 ? `Accepted: ${accepted.join(', ')}.` : 'No parameter is accepted.';

describe('a parameter that a route does not know', () => {
  it('is refused on every route, which says what it takes', async () => {
    expect(routes.length).toBeGreaterThan(25);
    for (const [path, accepted] of routes)
      expect(await refusalOf(`${path}?colour=red`)).toEqual([
        `${path}?colour=red`,
        400,
        `colour: not known here. ${taken(accepted)}`,
      ]);
  });

  it('is another time, on every route: that is not available yet', async () => {
    for (const [path, accepted] of routes)
      expect(await refusalOf(`${path}?asOf=1759852522000`)).toEqual([
        `${path}?asOf=1759852522000`,
        400,
        `asOf: looking at another time is not available yet. ${taken(accepted)}`,
      ]);
  });

  it('is refused of a URL that was answered before it was added, and again after that', async () => {
    const path = '/api/tokens/qualified?profile=live';
    for (let asked = 0; asked < 2; asked += 1) {
      await get(path).expect(200);
      await get(`${path}&asOf=1759852522000`).expect(400);
    }
  });

  it.each([
    ['several', '?a=1&b=2', /^a: not known here; b: not known here\. /],
    ['more than are named', '?a=1&b=2&c=3&d=4', /^a: .*; b: .*; c: not known here\. /],
    ['beside one that is known', '?limit=5&asof=1', /^asof: not known here\. Accepted: profile, limit, /],
    ['without a value', '?asOf', /^asOf: looking at another time/],
    ['of parts', '?limit[max]=5', /^limit\[max\]: not known here\. /],
    ['of any length', `?${'x'.repeat(3_000)}=1`, /^x{40}: not known here\. /],
    ['of a prototype', '?__proto__=1', /^__proto__: not known here\. /],
  ])('is named: %s', async (_, query, sentence) => {
    const { body } = await get(`/api/tokens/qualified${query}`).expect(400);
    expect(Problem.parse(body).error).toMatch(sentence);
  });

  it('is refused of a command too, and of a request for the head', async () => {
    const { body } = await supertest(running.server).post('/api/token-balance?at=1').send({}).expect(400);
    expect(Problem.parse(body).error).toBe('at: not known here. No parameter is accepted.');
    await supertest(running.server).head('/api/tokens/qualified?asOf=1').expect(400);
  });

  it('is none where nothing follows the mark', () => get('/api/tokens/qualified?').expect(200));
});
