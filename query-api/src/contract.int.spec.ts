/** The OpenAPI document against the running server: every reply is as it says, and every problem that it names is had. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { LIST_NAMES, LISTS, Problem, TokenEvidence, TokenPage } from '@cryptonite/contracts/api';
import { LISTED } from '@cryptonite/contracts/rules';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { measure, mintOf, positionAt, REJECTED, SOURCE, START, scanOf } from '../testing/measurements.js';
import { startApp } from '../testing/start-app.js';
import { storeMeasured, utc } from '../testing/store-measured.js';
import { startStores } from '../testing/stores.js';

type Content = Record<string, { schema?: { $ref?: string } }>;
type Operation = {
  parameters: { name: string; in: 'path' | 'query' }[];
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, unknown> };
};

/** Behind what the stream tells, and of no reply that ends. */
const ENDLESS = '/api/stream';
/** Of bytes. */
const PICTURE = '/api/images/{sha256}';
const HELD = mintOf('a');
const STORED = mintOf('b');
const NEVER_SEEN = mintOf('c');
/** Listed, and measured since of facts that no table has yet. */
const AHEAD = mintOf('e');
const TRADE_AT = START - 60_000;

let stores: Awaited<ReturnType<typeof startStores>>;
let running: Awaited<ReturnType<typeof startApp>>;
let clickhouse: ClickHouseClient;
let document: Document;
const get = (path: string) => supertest(running.server).get(path);

const pathOf = (path: string, mint = HELD) =>
  path.replace('{mint}', mint).replace('{sha256}', 'a'.repeat(64));
const asked = () =>
  Object.entries(document.paths).flatMap(([path, { get: operation }]) =>
    operation && path !== ENDLESS ? [{ path, operation }] : [],
  );
const documenting = (status: number) =>
  asked().filter(({ operation }) => String(status) in operation.responses);

const schemas = new Map<string, z.ZodType>();

/** What the document says that a reply is. */
function schemaOf(ref: string): z.ZodType {
  const known = schemas.get(ref);
  if (known) return known;
  const text = JSON.stringify({ $ref: ref, $defs: document.components.schemas });
  const schema = z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  schemas.set(ref, schema);
  return schema;
}

const scored = measure(HELD, {
  live: {},
  whitepaper: {},
  on: [...LISTED, 'liveNear', 'whitepaperNear'],
  bondingProgressPercent: 45,
  alertRaisedAt: START - 30_000,
});
const rejected = measure(mintOf('d'), { ...REJECTED, whitepaper: { verdict: 'rejected' } });

const insert = (table: string, ...values: object[]) =>
  clickhouse.insert({ table, format: 'JSONEachRow', values });
const raw = (slot: number, kind: string, time: number, mint = STORED) => ({
  mint,
  position: positionAt(slot),
  time: utc(time),
  id: `sig${slot}:0:0:${kind}`,
  source_kind: SOURCE.kind,
  source_name: SOURCE.name,
});

const trade = (slot: number, time: number, mint = STORED, change = {}) => ({
  ...raw(slot, 'TradeExecuted', time, mint),
  venue: 'pump-curve',
  side: 'buy',
  token_amount: '5',
  quote_mint: 'So11111111111111111111111111111111111111112',
  quote_amount: '7',
  trader: mintOf('t'),
  ...change,
});
/** One each ten seconds up to place 40, the largest of them early, and one of its creator's sales. */
const aheadTrades = Array.from({ length: 40 }, (_, place) =>
  trade(place + 1, START - (39 - place) * 10_000, AHEAD, {
    quote_amount: String(place === 4 ? 900 : 100 - place),
    ...(place === 6 ? { side: 'sell', trader: mintOf('z') } : {}),
  }),
);

beforeAll(async () => {
  stores = await startStores();
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: username, CLICKHOUSE_PASSWORD: password } = stores.env;
  clickhouse = createClient({ url, username, password, database: stores.env.CLICKHOUSE_DATABASE });
  await storeMeasured(clickhouse, measure(STORED, { position: positionAt(9), holders: 1 }));
  await storeMeasured(clickhouse, measure(AHEAD, { position: positionAt(40), holders: 40 }));
  await storeMeasured(
    clickhouse,
    measure(AHEAD, { position: positionAt(41), time: START + 1_000, holders: 41 }),
  );
  await insert('trades_executed', trade(3, TRADE_AT), ...aheadTrades);
  await insert('balances_changed', {
    ...raw(3, 'BalanceChanged', TRADE_AT),
    account: mintOf('x'),
    owner_after: mintOf('t'),
    amount: '5',
  });
  const { id: _, ...found } = raw(3, '', TRADE_AT);
  await insert('layers_assessed', {
    ...found,
    id: 'assessed',
    rules_version: 2,
    layer: 'contract',
    layer_points: 50,
    name: 'mintAuthority',
    level: 'danger',
    points: 50,
    value: 1,
    limit_value: null,
    evidence: [STORED],
  });
  running = await startApp(stores.env);
  document = (await get('/api/docs/openapi.json').expect(200)).body;
});
afterAll(async () => {
  await running?.app.close();
  await clickhouse?.close();
  await stores?.stop();
});

/** A problem as the document says it, with its status and code. */
function expectProblem({ status, body, headers }: supertest.Response, wanted: number, code: string): void {
  expect(headers['content-type']).toMatch('application/problem+json');
  expect(schemaOf('#/components/schemas/Problem').safeParse(body).error).toBeUndefined();
  expect(Problem.parse(body)).toMatchObject({ status: wanted, code });
  expect(status).toBe(wanted);
}

describe('every route', () => {
  it('that needs the lists says that they are loading', async () => {
    for (const { path } of documenting(503)) {
      const answer = await get(pathOf(path));
      expectProblem(answer, 503, 'starting');
      expect(answer.headers['retry-after']).toBe('2');
    }
  });

  it('replies as the document says, and 304 while nothing changed', async () => {
    running.feed.load(scored, rejected, scanOf());
    for (const { path, operation } of asked()) {
      if (path === PICTURE) continue;
      const answer = await get(pathOf(path));
      expect([path, answer.status]).toEqual([path, path === '/api/health' ? 503 : 200]);
      const [type = '', { schema } = {}] = Object.entries(operation.responses[200]?.content ?? {})[0] ?? [];
      expect(answer.headers['content-type']).toMatch(type);
      if (schema?.$ref)
        expect([path, schemaOf(schema.$ref).safeParse(answer.body).error]).toEqual([path, undefined]);
      // What the clock or a random position changes is of another text each time.
      if ('304' in operation.responses && path !== '/api/health')
        await get(pathOf(path)).set('If-None-Match', String(answer.headers.etag)).expect(304);
    }
  });

  it('of a list shows the tokens of its profile', async () => {
    for (const name of LIST_NAMES)
      for (const profile of ['live', 'whitepaper']) {
        const entry = LISTS[name];
        const query = new URLSearchParams({ profile, ...('asked' in entry ? entry.asked : {}) });
        const { body } = await get(`${entry.path}?${query}`).expect(200);
        const { items } = entry.answer.parse(body);
        const mint = name === 'rejected' ? mintOf('d') : HELD;
        expect([name, profile, items.map((item) => item.mint)]).toEqual([name, profile, [mint]]);
      }
  });

  it('refuses what it does not know', async () => {
    for (const { path, operation } of documenting(400)) {
      const isOfMint = operation.parameters.some(({ in: where }) => where === 'path');
      const answer = await get(isOfMint ? path.replace(/\{\w+\}/, 'no-0OIl') : `${path}?profile=paper`);
      expectProblem(answer, 400, 'bad_request');
    }
  });

  it('has nothing of what was never seen', async () => {
    for (const { path } of documenting(404))
      expectProblem(await get(pathOf(path, NEVER_SEEN)), 404, 'not_found');
  });
});

describe('a token that no list holds', () => {
  it('is read from the tables, with its findings', async () => {
    const page = TokenPage.parse((await get(`/api/tokens/${STORED}`).expect(200)).body);
    expect(page).toMatchObject({ token: { mint: STORED, holders: 1 }, lists: {} });
    expect(page.patterns).toHaveLength(4);
    const contract = page.rug.layers.find(({ name }) => name === 'contract');
    expect(contract?.findings).toEqual([
      {
        name: 'mintAuthority',
        label: 'Mint authority',
        level: 'danger',
        points: 50,
        value: 1,
        limit: null,
        unit: '',
        evidence: [STORED],
      },
    ]);
  });

  it('leads from its numbers to transactions', async () => {
    const { fields, position } = TokenEvidence.parse(
      (await get(`/api/tokens/${STORED}/evidence`).expect(200)).body,
    );
    expect(position).toBe(positionAt(9));
    const of = (name: string) => fields.find((field) => field.name === name);
    expect(of('holders')).toMatchObject({ value: 1, source: 'chain', signatures: ['sig3'] });
    expect(of('buyRatio')).toMatchObject({ window: { to: START }, signatures: ['sig3'] });
    expect(of('posts24h')).toMatchObject({ source: 'world', signatures: [] });
    for (const { name, meaning } of fields)
      expect([name, meaning]).toEqual([name, expect.stringMatching(/\w/)]);
  });
});

describe('a token that the lists know more of than the tables', () => {
  it('is told at one place: as far as its facts are stored, of which each trace has its part', async () => {
    running.feed.say(
      measure(AHEAD, { live: {}, time: START + 2_000, position: positionAt(42), holders: 42 }),
    );
    const page = TokenPage.parse((await get(`/api/tokens/${AHEAD}`).expect(200)).body);
    expect(page.token).toMatchObject({ holders: 40, measuredAt: START });
    const evidence = TokenEvidence.parse((await get(`/api/tokens/${AHEAD}/evidence`).expect(200)).body);
    expect(evidence).toMatchObject({
      asOf: START,
      position: positionAt(40),
      storedTo: { position: positionAt(40), time: START },
    });
    const of = (name: string) => evidence.fields.find((field) => field.name === name)?.signatures ?? [];
    const places = (from: number, to: number) =>
      Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => `sig${from + n * Math.sign(to - from)}`);
    expect(of('price')[0]).toBe('sig40');
    // The newest before the window, then the newest in it, then the largest.
    expect(of('buyRatio').slice(0, 11)).toEqual([expect.any(String), ...places(40, 31)]);
    const { from = 0 } = evidence.fields.find(({ name }) => name === 'buyRatio')?.window ?? {};
    const timeOf = (signature = '') => START - (40 - Number(signature.slice(3))) * 10_000;
    const [before, ...inside] = of('buyRatio').map(timeOf);
    expect(before).toBeLessThan(from);
    expect(before).toBeGreaterThanOrEqual(from - 10_000);
    expect(Math.min(...inside)).toBeGreaterThanOrEqual(from);
    expect(of('tradeCount')).toContain('sig5');
    expect(of('sells24h')[0]).toBe('sig7');
  });
});

describe('every route, at last', () => {
  it('that needs ClickHouse says that it is away', async () => {
    await stores.clickhouse.kill();
    for (const { path } of documenting(404).filter(({ path }) => path !== PICTURE)) {
      const answer = await get(pathOf(path));
      expectProblem(answer, 503, 'store_unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('has a limit', async () => {
    const strict = await startApp({ REQUESTS_PER_SECOND: '1' });
    for (const { path } of documenting(429).filter(({ path }) => path !== PICTURE)) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => supertest(strict.server).get(pathOf(path))),
      );
      const refused = answers.find(({ status }) => status === 429);
      expect([path, refused?.status]).toEqual([path, 429]);
      if (refused) expectProblem(refused, 429, 'rate_limited');
    }
    await strict.app.close();
  });
});
