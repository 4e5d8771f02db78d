/** The OpenAPI document against the running server: every reply is as it says, and every problem that it names is had. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import {
  CheckedApk,
  CSRF_COOKIE,
  CSRF_HEADER,
  LIST_NAMES,
  LISTS,
  MAX_APK_BYTES,
  Problem,
  TokenEvidence,
  TokenPage,
  UploadAddress,
} from '@cryptonite/contracts/api';
import { scoreInputsOf } from '@cryptonite/contracts/measures';
import { bestPatternOf, LISTED, RULES_VERSION } from '@cryptonite/contracts/rules';
import pg from 'pg';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packApk } from '../testing/apk.js';
import { Browser, newWallet } from '../testing/browser.js';
import { startMarket } from '../testing/market.js';
import { measure, mintOf, positionAt, REJECTED, SOURCE, START, scanOf } from '../testing/measurements.js';
import { startSiteStores } from '../testing/site-stores.js';
import { startApp } from '../testing/start-app.js';
import { storeMeasured, utc } from '../testing/store-measured.js';
import { startStores } from '../testing/stores.js';
import type { Said } from './modules/screening/view/said.js';

type Content = Record<string, { schema?: { $ref?: string } }>;
type Operation = {
  parameters: { name: string; in: 'path' | 'query' }[];
  /** Where it makes a difference who asks: with a session, or without one where `{}` is among them. */
  security?: object[];
  requestBody?: { required: boolean };
  responses: Record<string, { description: string; content?: Content }>;
};
const METHODS = ['get', 'post', 'put'] as const;
type Method = (typeof METHODS)[number];
type Document = {
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: { schemas: Record<string, unknown> };
};

/** Behind what the stream tells, and of no reply that ends. */
const ENDLESS = '/api/stream';
/** Of bytes. */
const PICTURE = '/api/images/{sha256}';
/** What is sent as bytes has limits of its own, which their own tests meet. */
const BYTES = [PICTURE, '/api/apk/download'];
const HELD = mintOf('a');
const STORED = mintOf('b');
const NEVER_SEEN = mintOf('c');
/** Listed, and measured since of facts that no table has yet. */
const AHEAD = mintOf('e');
const TRADE_AT = START - 60_000;

let stores: Awaited<ReturnType<typeof startStores>>;
let siteStores: Awaited<ReturnType<typeof startSiteStores>>;
let market: Awaited<ReturnType<typeof startMarket>>;
let running: Awaited<ReturnType<typeof startApp>>;
let clickhouse: ClickHouseClient;
let document: Document;
const admin = newWallet();
const get = (path: string) => supertest(running.server).get(path);

const pathOf = (path: string, mint = HELD) =>
  path.replace('{mint}', mint).replace('{sha256}', 'a'.repeat(64));

type Route = { name: string; path: string; method: Method; operation: Operation };
const routes = (): Route[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      if (!operation || path === ENDLESS) return [];
      return [{ name: `${method.toUpperCase()} ${path}`, path, method, operation }];
    }),
  );
/** The codes that a route names. */
const codesOf = ({ operation }: Route) =>
  Object.values(operation.responses).flatMap(
    ({ description }) => /^A problem with the code (.*)$/.exec(description)?.[1]?.split(' or ') ?? [],
  );
const naming = (code: string) => routes().filter((route) => codesOf(route).includes(code));
const isOfMint = ({ path }: Route) => path.includes('{mint}');

const signedIn = async (wallet = newWallet()) => {
  const browser = new Browser(running.url);
  await browser.signIn(wallet);
  return browser;
};

/** How what is not asked by its path alone is asked rightly, by an admin. */
const RIGHTLY: Record<string, (browser: Browser) => Promise<Response>> = {
  'POST /api/auth/challenge': (browser) =>
    browser.post('/api/auth/challenge', { walletAddress: admin.address, username: 'admin' }),
  'POST /api/auth/login': async (browser) => {
    const { message } = await browser.challenge(admin.address, 'admin');
    const signature = admin.sign(message);
    return browser.post('/api/auth/login', { walletAddress: admin.address, username: 'admin', signature });
  },
  'POST /api/auth/logout': (browser) => browser.post('/api/auth/logout'),
  'POST /api/auth/logout-all': (browser) => browser.post('/api/auth/logout-all'),
  'POST /api/auth/delete': (browser) => browser.post('/api/auth/delete'),
  'POST /api/token-balance': (browser) => askBalance(browser, market.gateMint),
  'POST /api/objects/upload': (browser) => browser.post('/api/objects/upload'),
  'PUT /api/objects/upload/{id}': async (browser) => put(browser, await askAddress(browser)),
  'POST /api/apk/check': async (browser) => check(browser, await upload(browser)),
  'POST /api/apk': async (browser) => release(browser, await upload(browser)),
};
/** How what is not there is asked for, where it is no part of a path. */
const MISSING: Record<string, (browser: Browser) => Promise<Response>> = {
  'POST /api/token-balance': (browser) => askBalance(browser, 'E'.repeat(43)),
  'PUT /api/objects/upload/{id}': (browser) => put(browser, nowhere(browser)),
  'POST /api/apk/check': (browser) => check(browser, nowhere(browser)),
  'POST /api/apk': (browser) => save(browser, nowhere(browser), admin.sign('any')),
  'GET /api/apk/download': async (browser) => {
    await sql('DELETE FROM apk_releases');
    return browser.ask('/api/apk/download');
  },
};
/** Problems that a route has alone. */
const OWN: Record<string, (browser: Browser) => Promise<Response>> = {
  'GET /api/apk/download: range_not_satisfiable': (browser) =>
    browser.ask('/api/apk/download', { headers: { Range: 'bytes=999999999-' } }),
  'PUT /api/objects/upload/{id}: conflict': async (browser) => put(browser, await upload(browser)),
  'PUT /api/objects/upload/{id}: too_large': async (browser) =>
    put(browser, await askAddress(browser), Buffer.alloc(MAX_APK_BYTES + 1)),
  'POST /api/apk/check: conflict': async (browser) => {
    const address = await upload(browser);
    await release(browser, address);
    return check(browser, address);
  },
  'POST /api/apk/check: gone': async (browser) => check(browser, await expired(browser)),
  'POST /api/apk: conflict': async (browser) => save(browser, await upload(browser), admin.sign('any')),
  'POST /api/apk: gone': async (browser) => save(browser, await expired(browser), admin.sign('any')),
};
const put = (browser: Browser, address: string, bytes = packApk({ version: '1.0.0' })) =>
  browser.send(new URL(address).pathname, bytes);
const askAddress = async (browser: Browser) => {
  const answer = await browser.post('/api/objects/upload');
  return UploadAddress.parse(await answer.json()).uploadURL;
};
const upload = async (browser: Browser) => {
  const address = await askAddress(browser);
  await put(browser, address);
  return address;
};
const expired = async (browser: Browser) => {
  const address = await askAddress(browser);
  await sql('UPDATE apk_uploads SET expires_at = now()');
  return address;
};
const nowhere = ({ url }: Browser) => `${url}/api/objects/upload/${'0'.repeat(32)}`;
const check = (browser: Browser, apkUrl: string) => browser.post('/api/apk/check', { apkUrl });
const save = (browser: Browser, apkUrl: string, signature: string) =>
  browser.post('/api/apk', { apkUrl, signature });
const release = async (browser: Browser, apkUrl: string) => {
  const { message } = CheckedApk.parse(await (await check(browser, apkUrl)).json());
  return save(browser, apkUrl, admin.sign(message));
};
async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: siteStores.env.POSTGRES_URL });
  await client.connect();
  await client.query(text);
  await client.end();
}
const askBalance = (browser: Browser, tokenMintAddress: string) =>
  browser.post('/api/token-balance', { walletAddress: admin.address, tokenMintAddress });
const rightly = ({ name, path }: Route, browser: Browser) =>
  RIGHTLY[name]?.(browser) ?? browser.ask(pathOf(path));

/** What was had of what the document names: at last, all of it. */
const provoked = new Set<string>();

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
  [stores, siteStores, market] = await Promise.all([startStores(), startSiteStores(), startMarket()]);
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: username, CLICKHOUSE_PASSWORD: password } = stores.env;
  clickhouse = createClient({ url, username, password, database: stores.env.CLICKHOUSE_DATABASE });
  await storeMeasured(
    clickhouse,
    measure(STORED, { position: positionAt(9), holders: 1, contractRisk: 50, rugFloor: 81 }),
  );
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
    floor: 81,
    evidence: [STORED],
  });
  running = await startApp({
    ...stores.env,
    ...siteStores.env,
    SOLANA_RPC_URL: market.url,
    ADMIN_WALLETS: admin.address,
    COMMANDS_PER_MINUTE: '100000',
    WALLET_COMMANDS_PER_MINUTE: '100000',
  });
  document = (await get('/api/docs/openapi.json').expect(200)).body;
  // Five servers at once, on a machine that may be busy.
}, 240_000);
afterAll(async () => {
  await running?.app.close();
  await clickhouse?.close();
  await Promise.all([stores?.stop(), siteStores?.stop(), market?.stop()]);
});

/** A problem as the document says it, of a route that names it. */
async function expectProblem(route: Route, answer: Response, code: string): Promise<Problem> {
  expect([route.name, answer.headers.get('content-type')]).toEqual([
    route.name,
    expect.stringMatching('application/problem\\+json'),
  ]);
  const body = await answer.json();
  expect(schemaOf('#/components/schemas/Problem').safeParse(body).error).toBeUndefined();
  const problem = Problem.parse(body);
  expect([route.name, problem.code, problem.status]).toEqual([route.name, code, answer.status]);
  expect(codesOf(route)).toContain(code);
  provoked.add(`${route.name}: ${code}`);
  return problem;
}

const ask = (route: Route, path = pathOf(route.path), init: RequestInit = {}) =>
  new Browser(running.url).ask(path, { method: route.method.toUpperCase(), ...init });
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('every route', () => {
  it('that needs the lists says that they are loading', async () => {
    for (const route of naming('starting')) {
      const answer = await ask(route);
      await expectProblem(route, answer, 'starting');
      expect(answer.headers.get('retry-after')).toBe('2');
    }
  });

  it('replies as the document says, and 304 while nothing changed', async () => {
    running.feed.load(scored, rejected, scanOf());
    for (const route of routes()) {
      const { name, path, method, operation } = route;
      if (path === PICTURE) continue;
      const browser = await signedIn(admin);
      const answer = await rightly(route, browser);
      expect([name, answer.status]).toEqual([name, path.startsWith('/api/health') ? 503 : 200]);
      const [type = '', { schema } = {}] = Object.entries(operation.responses[200]?.content ?? {})[0] ?? [];
      expect(answer.headers.get('content-type')).toMatch(type);
      if (schema?.$ref)
        expect([name, schemaOf(schema.$ref).safeParse(await answer.json()).error]).toEqual([name, undefined]);
      // What the clock or a random position changes is of another text each time.
      if (method === 'get' && '304' in operation.responses && !path.startsWith('/api/health')) {
        // Else fetch says of itself that it takes nothing that is stored.
        const headers = {
          'If-None-Match': String(answer.headers.get('etag')),
          'Cache-Control': 'max-age=0',
        };
        expect([name, (await browser.ask(pathOf(path), { headers })).status]).toEqual([name, 304]);
      }
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
    const browser = await signedIn(admin);
    for (const route of naming('bad_request')) {
      const { path, method } = route;
      const wrong = path.includes('{') ? path.replace(/\{\w+\}/, 'no-0OIl') : `${path}?profile=paper`;
      const answer = await (method === 'get' ? browser.ask(wrong) : browser[method](path, 'no object'));
      await expectProblem(route, answer, 'bad_request');
    }
  });

  it('that needs to know nothing is commanded without a body', async () => {
    const bodiless = routes().filter(({ operation }) => operation.requestBody?.required === false);
    expect(bodiless.map(({ path }) => path)).toEqual([
      '/api/auth/delete',
      '/api/auth/logout',
      '/api/auth/logout-all',
      '/api/objects/upload',
    ]);
    // Of no body fetch says a length of 0, and a type where one is given.
    for (const { name, path } of bodiless)
      for (const headers of [{}, JSON_TYPE]) {
        const browser = await signedIn(admin);
        const token = { [CSRF_HEADER]: browser.cookies.get(CSRF_COOKIE) ?? '' };
        const answer = await browser.ask(path, { method: 'POST', headers: { ...token, ...headers } });
        expect([name, headers, answer.status]).toEqual([name, headers, 200]);
        const tokenless = await (await signedIn(admin)).ask(path, { method: 'POST', headers });
        expect([name, headers, tokenless.status]).toEqual([name, headers, 403]);
      }
  });

  it('refuses a body that is too long', async () => {
    // Of a file that is too long its own row tells.
    for (const route of naming('too_large').filter(({ name }) => !(`${name}: too_large` in OWN))) {
      const body = JSON.stringify('x'.repeat(20_000));
      await expectProblem(route, await ask(route, route.path, { headers: JSON_TYPE, body }), 'too_large');
    }
  });

  it('that is not for everybody says so', async () => {
    for (const route of naming('unauthorized')) {
      const visitor = new Browser(running.url);
      const { message } = await visitor.challenge(admin.address, 'admin');
      const signature = newWallet().sign(message);
      // Of a sign-in what is wrong is the signature, of all others that there was none.
      const body =
        route.path === '/api/auth/login'
          ? { walletAddress: admin.address, username: 'admin', signature }
          : {};
      const answer = await (route.method === 'get'
        ? visitor.ask(route.path)
        : visitor[route.method](route.path, body));
      await expectProblem(route, answer, 'unauthorized');
    }
  });

  it('that changes something, or is for admins, is refused to others', async () => {
    for (const route of naming('forbidden')) {
      const headers = { ...JSON_TYPE, 'Sec-Fetch-Site': 'same-site' };
      const answer =
        route.method === 'get'
          ? await (await signedIn()).ask(route.path, { headers })
          : await ask(route, route.path, { headers, body: '{}' });
      await expectProblem(route, answer, 'forbidden');
    }
  });

  it('has the problems that are its own', async () => {
    const browser = await signedIn(admin);
    for (const route of routes())
      for (const code of codesOf(route)) {
        const answer = await OWN[`${route.name}: ${code}`]?.(browser);
        if (answer) await expectProblem(route, answer, code);
      }
  });

  it('has nothing of what was never seen', async () => {
    const browser = await signedIn(admin);
    for (const route of naming('not_found')) {
      const answer = MISSING[route.name]?.(browser) ?? ask(route, pathOf(route.path, NEVER_SEEN));
      await expectProblem(route, await answer, 'not_found');
    }
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
        floor: 81,
        evidence: [STORED],
      },
    ]);
  });

  it('names the finding that hides it', async () => {
    const { rug, keptOff } = TokenPage.parse((await get(`/api/tokens/${STORED}`).expect(200)).body);
    expect(rug).toMatchObject({ risk: 81, floor: 81 });
    expect(keptOff).toEqual(['Mint authority: risk 81 of 100, hidden above 80']);
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
  const POSITION = positionAt(42);
  const MEASURED_AT = START + 2_000;
  /** As the fold told it, which no table has. */
  const assessed = (mint: string): Said => ({
    kind: 'LayerAssessed',
    id: `${mint}:assessed`,
    mint,
    time: MEASURED_AT,
    position: POSITION,
    rulesVersion: RULES_VERSION,
    layer: 'contract',
    points: 60,
    findings: [
      { name: 'freezeAuthority', level: 'danger', points: 60, value: 1, limit: null, evidence: [mint] },
    ],
  });
  const pageOf = async () => TokenPage.parse((await get(`/api/tokens/${AHEAD}`).expect(200)).body);
  const contractOf = ({ rug }: TokenPage) =>
    rug.layers.find(({ name }) => name === 'contract')?.findings.filter(({ level }) => level === 'danger');

  it('is told as the lists tell it, all that they tell of one measurement', async () => {
    const change = { live: {}, time: MEASURED_AT, position: POSITION, holders: 42, marketCapQuote: 7 };
    const { total } = bestPatternOf(scoreInputsOf(measure(AHEAD, change).measurement));
    running.feed.say(measure(AHEAD, { ...change, patternScore: total.score }));
    const { items } = LISTS.qualified.answer.parse((await get('/api/tokens/qualified').expect(200)).body);
    const { token, position, lists, behind } = await pageOf();
    expect(token).toMatchObject({ holders: 42, measuredAt: MEASURED_AT });
    expect(items.find(({ mint }) => mint === AHEAD)).toEqual({ ...token, ...lists.qualified });
    expect([position, behind]).toEqual([POSITION, null]);
  });

  it('is told with its newest findings, whoever has not stored them', async () => {
    expect(contractOf(await pageOf())).toEqual([]);
    running.feed.say(assessed(AHEAD));
    const page = await pageOf();
    expect(contractOf(page)).toMatchObject([{ name: 'freezeAuthority', points: 60, evidence: [AHEAD] }]);
    expect(page.behind).toBeNull();
  });

  it('says what of it is older, where only the tables can tell', async () => {
    const other = (place: number) =>
      mintOf('z').replace('11111', String(11_111 + place).replaceAll('0', 'A'));
    running.feed.say(...Array.from({ length: 1_000 }, (_, place) => assessed(other(place))));
    running.feed.say(
      measure(AHEAD, { live: {}, time: MEASURED_AT + 1, position: POSITION, patternScore: 99.5 }),
    );
    const page = await pageOf();
    expect(page.token.measuredAt).toBe(MEASURED_AT + 1);
    expect(page.behind).toEqual({ what: ['findings', 'patterns'], measuredAt: START + 1_000 });
    expect(contractOf(page)).toEqual([]);
  });

  it('leads to transactions of what is stored, of which each trace has its part, and says that this is older', async () => {
    const evidence = TokenEvidence.parse((await get(`/api/tokens/${AHEAD}/evidence`).expect(200)).body);
    expect(evidence).toMatchObject({
      asOf: START,
      position: positionAt(40),
      shown: { measuredAt: MEASURED_AT + 1, position: POSITION },
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
  const expectAway = async (route: Route, answer: Response) => {
    await expectProblem(route, answer, 'store_unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it('that needs ClickHouse says that it is away', async () => {
    await stores.clickhouse.kill();
    for (const route of naming('store_unavailable').filter(isOfMint))
      await expectAway(route, await ask(route));
  });

  it('that needs Postgres says so too, and all others go on', async () => {
    const browser = await signedIn(admin);
    await siteStores.postgres.kill();
    // It ends a moment after its launcher.
    await expect.poll(async () => (await browser.ask('/api/auth/session')).status).toBe(503);
    for (const route of naming('store_unavailable').filter((route) => !isOfMint(route))) {
      const { path, method, name } = route;
      const answer =
        method !== 'get' ? browser[method](path) : (RIGHTLY[name]?.(browser) ?? browser.ask(pathOf(path)));
      await expectAway(route, await answer);
    }
    for (const { path } of routes().filter(
      (route) => codesOf(route).includes('starting') && !isOfMint(route),
    ))
      expect([path, (await browser.ask(path)).status]).toEqual([path, 200]);
  });

  it('has a limit', async () => {
    const strict = await startApp({ REQUESTS_PER_SECOND: '1' });
    for (const route of naming('rate_limited').filter(({ path }) => !BYTES.includes(path))) {
      const { method, path } = route;
      const init = {
        method: method.toUpperCase(),
        ...(method !== 'get' && { headers: JSON_TYPE, body: '{}' }),
      };
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => fetch(`${strict.url}${pathOf(path)}`, init)),
      );
      const refused = answers.find(({ status }) => status === 429);
      expect([route.name, refused?.status]).toEqual([route.name, 429]);
      if (refused) await expectProblem(route, refused, 'rate_limited');
    }
    await strict.app.close();
  });

  it('has answered each problem that the document says it may', () => {
    const named = routes().flatMap((route) => codesOf(route).map((code) => `${route.name}: ${code}`));
    expect(named.filter((one) => !provoked.has(one))).toEqual(
      routes().flatMap(({ name, path }) => (BYTES.includes(path) ? [`${name}: rate_limited`] : [])),
    );
  });
});
