import { HighHypeTokens, QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measure, mintOf, REJECTED, START, scanOf } from '../../../testing/measurements.js';
import { startApp } from '../../../testing/start-app.js';

let running: Awaited<ReturnType<typeof startApp>>;
const get = (path: string) => supertest(running.server).get(path);
const mintsOf = ({ items }: { items: { mint: string }[] }) => items.map(({ mint }) => mint.at(-5));

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.app.close());

describe('before the lists are loaded', () => {
  it('says that they are loading', async () => {
    const { status, body, headers } = await get('/api/tokens/qualified');
    expect(status).toBe(503);
    expect(headers['content-type']).toMatch('application/problem+json');
    expect(headers['retry-after']).toBe('2');
    expect(body).toMatchObject({ code: 'starting', success: false, error: body.detail });
  });
});

describe('Qualified and Rejected', () => {
  beforeEach(() => {
    running.feed.load(
      measure(mintOf('a'), { live: { listedAt: START + 1 } }),
      measure(mintOf('b'), { live: { listedAt: START + 3, source: 'bonded' }, lifecycle: 'graduated' }),
      measure(mintOf('c'), { live: { listedAt: START + 1 } }),
      measure(mintOf('d'), REJECTED),
      measure(mintOf('e'), { whitepaper: { listedAt: START } }),
      measure(mintOf('f')),
      scanOf({ time: START + 60_000 }),
    );
  });

  it('list both sources, those listed last first, ties by mint', async () => {
    const answer = QualifiedTokens.parse((await get('/api/tokens/qualified').expect(200)).body);
    expect(mintsOf(answer)).toEqual(['b', 'a', 'c']);
    expect(answer).toMatchObject({ total: 3, profile: 'live', asOf: START + 60_000, nextCursor: null });
    const rejected = RejectedTokens.parse((await get('/api/tokens/rejected').expect(200)).body);
    expect(rejected.items).toMatchObject([
      { mint: mintOf('d'), rejectionReason: 'Buy ratio 0.8x is below 1.2x' },
    ]);
  });

  it('show early tokens between 30 and 50%, the newest alert first', async () => {
    running.feed.load(
      measure(mintOf('a'), { bondingProgressPercent: 36.62, alertRaisedAt: START - 5 }),
      measure(mintOf('b'), { bondingProgressPercent: 49, alertRaisedAt: START - 2, live: {} }),
      measure(mintOf('c'), { bondingProgressPercent: 61, alertRaisedAt: START - 1, live: {} }),
      scanOf(),
    );
    const first = HighHypeTokens.parse((await get('/api/discovery/early-stage?limit=1').expect(200)).body);
    expect(first).toMatchObject({ total: 2, profile: 'live', asOf: START });
    expect(first.items.map(({ bondingCurveProgress }) => bondingCurveProgress)).toEqual([49]);
    const second = await get(`/api/discovery/early-stage?limit=1&cursor=${first.nextCursor}`).expect(200);
    expect(second.body.items).toMatchObject([{ mint: mintOf('a') }]);
  });

  it('narrow to a source and follow the profile', async () => {
    const bonded = await get('/api/tokens/qualified?source=bonded').expect(200);
    expect(mintsOf(bonded.body)).toEqual(['b']);
    const whitepaper = await get('/api/tokens/qualified?profile=whitepaper').expect(200);
    expect(mintsOf(whitepaper.body)).toEqual(['e']);
  });

  it('go on from a cursor although tokens came and went', async () => {
    const first = await get('/api/tokens/qualified?limit=2').expect(200);
    expect(mintsOf(first.body)).toEqual(['b', 'a']);
    running.feed.say(
      measure(mintOf('g'), { live: { listedAt: START + 9 } }),
      measure(mintOf('a'), { time: START + 1 }),
    );
    const second = await get(`/api/tokens/qualified?limit=2&cursor=${first.body.nextCursor}`).expect(200);
    expect(mintsOf(second.body)).toEqual(['c']);
    expect(second.body.nextCursor).toBeNull();
  });

  it('answer 304 while nothing has changed', async () => {
    const { headers } = await get('/api/tokens/qualified').expect(200);
    expect(headers['cache-control']).toBe('no-cache');
    await get('/api/tokens/qualified').set('If-None-Match', String(headers.etag)).expect(304);
    running.feed.say(measure(mintOf('c'), { live: null, time: START + 61_000 }));
    await get('/api/tokens/qualified').set('If-None-Match', String(headers.etag)).expect(200);
  });

  it.each([
    ['limit=0', /limit: must be at least 1\./],
    ['limit=201', /limit: must be at most 200\./],
    ['limit=ten', /limit: .*number/],
    ['limit=1&limit=2', /limit: .*number/],
    ['profile=paper', /profile: must be live or whitepaper\./],
    ['source=moon', /source: must be pumpfun or bonded\./],
    ['cursor=%27', /cursor: .*nextCursor/],
    ['limit=0&source=moon', /limit: .*; source: /],
  ])('refuse ?%s and say what is accepted', async (query, sentence) => {
    const { status, body } = await get(`/api/tokens/rejected?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'bad_request',
      success: false,
      error: expect.stringMatching(sentence),
    });
  });
});
