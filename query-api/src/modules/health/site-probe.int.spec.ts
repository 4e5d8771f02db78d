import { Problem } from '@cryptonite/contracts/api';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, newWallet } from '../../../testing/browser.js';
import { startMarket } from '../../../testing/market.js';
import { scanOf } from '../../../testing/measurements.js';
import { startSiteStores } from '../../../testing/site-stores.js';
import { startApp } from '../../../testing/start-app.js';

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let around: Awaited<ReturnType<typeof startMarket>>;
let running: Awaited<ReturnType<typeof startApp>>;
let admin: Browser;
const ADMIN = newWallet();
const said: string[] = [];

beforeAll(async () => {
  [stores, around] = await Promise.all([startSiteStores(), startMarket()]);
  const note = (line: unknown) => void said.push(String(line));
  running = await startApp(
    { ...stores.env, ADMIN_WALLETS: ADMIN.address, SOLANA_RPC_URL: `${around.url}/?key=secret-key` },
    { log: () => {}, warn: note, error: note },
  );
  admin = new Browser(running.url);
});
afterAll(async () => {
  await running?.app.close();
  await Promise.all([stores?.stop(), around?.stop()]);
});

const ask = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init);
const readHealth = () => running.health();
const haveBeenAsked = async () => (await readHealth()).stores.every(({ since }) => since !== null);
const stateOf = async (name: string) => (await readHealth()).site.find((state) => state.name === name);
const becomes = (name: string, status: 'up' | 'down') =>
  expect.poll(async () => (await stateOf(name))?.status, { timeout: 30_000 }).toBe(status);

const SOMEBODY = { walletAddress: 'K'.repeat(43), username: 'somebody' };

/** What needs each: it answers 503 while that is away. */
const NEEDED = {
  postgres: () => new Browser(running.url).post('/api/auth/challenge', SOMEBODY),
  s3: async () => {
    if (admin.cookies.size === 0) await admin.signIn(ADMIN);
    return admin.post('/api/objects/upload');
  },
  rpc: () =>
    ask('/api/token-balance', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // A wallet that was not asked for just now.
      body: JSON.stringify({ walletAddress: walletOf(++asked), tokenMintAddress: around.gateMint }),
    }),
} satisfies Record<string, () => Promise<Response>>;
let asked = 0;
const walletOf = (place: number) => 'BCDEFGHJKLMNPQRSTUVWXYZ'.charAt(place % 23).repeat(43);

it.each([
  ['postgres', 'frozen', 'Postgres', 'no answer within 2200 ms', () => stores.postgres],
  ['s3', 'killed', 'The object store', 'ECONNREFUSED', () => stores.s3],
  ['rpc', 'killed', 'The RPC', 'no answer that can be read (ECONNREFUSED)', () => around.market],
] as const)(
  'tells that %s is away while it is %s, and says nothing of it to who asks for the lists',
  async (name, how, title, why, server) => {
    // Kafka and ClickHouse are not here, and are asked at a pace of their own.
    await expect.poll(haveBeenAsked, { timeout: 30_000 }).toBe(true);
    await becomes(name, 'up');
    const metered = async () =>
      (await metricsOf('query-api').query_api_store_up.get()).values.find(
        ({ labels }) => labels.store === name,
      )?.value;
    expect(await metered()).toBe(1);
    expect((await NEEDED[name]()).status).toBe(200);
    const { problems, status } = await readHealth();
    said.length = 0;
    if (how === 'frozen') server().signal('SIGSTOP');
    else await server().kill();
    try {
      await becomes(name, 'down');
      const health = await readHealth();
      const others = health.site.filter((state) => state.name !== name);
      expect(others.map((state) => state.status)).toEqual(['up', 'up']);
      expect([health.status, health.problems]).toEqual([status, problems]);
      expect(health.site.find((state) => state.name === name)?.error).toBe(why);
      const refused = await NEEDED[name]();
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Problem.parse(await refused.json())).toMatchObject({ status: 503, code: 'store_unavailable' });
      expect(await metered()).toBe(0);
    } finally {
      if (how === 'frozen') server().signal('SIGCONT');
      else await server().start();
    }
    await becomes(name, 'up');
    expect((await NEEDED[name]()).status).toBe(200);
    const told = said.filter((line) => line.startsWith(`${title} is `));
    expect(told).toEqual([
      expect.stringMatching(/ is away since 20[-\dT:.]+Z: /),
      expect.stringMatching(/ is back: it was away from 20[-\dT:.]+Z to 20[-\dT:.]+Z, \d+\.\d s$/),
    ]);
    expect(said.join()).not.toContain('secret');
  },
);

it('says that the process answers, and from when on the lists can be asked', async () => {
  expect(await (await ask('/api/live')).json()).toEqual({ live: true });
  const early = await ask('/api/ready');
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2']);
  expect(Problem.parse(await early.json()).code).toBe('starting');
  running.feed.load(scanOf());
  const ready = await ask('/api/ready');
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
});
