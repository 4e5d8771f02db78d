/** Who may do what, asked from outside: every route has a row here. */
import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, newWallet } from '../testing/browser.js';
import { startMarket } from '../testing/market.js';
import { measure, mintOf, scanOf } from '../testing/measurements.js';
import { startSiteStores } from '../testing/site-stores.js';
import { startApp } from '../testing/start-app.js';
import { GetAnswers } from './platform/docs/answers.js';

const WHO = ['anonymous', 'signed in', 'gate holder', 'operator', 'admin'] as const;
type Who = (typeof WHO)[number];
/** The status of a refusal; null for who is let in. */
type May = readonly [
  anonymous: number | null,
  signedIn: number | null,
  gateHolder: number | null,
  operator: number | null,
  admin: number | null,
];

const ANYONE: May = [null, null, null, null, null];
const SIGNED_IN: May = [401, null, null, null, null];
const OPERATOR: May = [401, 403, 403, null, null];
const ADMIN: May = [401, 403, 403, 403, null];

/** Who may, and what is answered to who may: neither Kafka nor ClickHouse is here, no picture, and no release of the app. */
const TABLE: Record<string, readonly [May, number]> = {
  'GET /api/apk': [ANYONE, 200],
  'POST /api/apk': [ADMIN, 400],
  'POST /api/apk/check': [ADMIN, 400],
  'GET /api/apk/download': [ANYONE, 404],
  'POST /api/auth/challenge': [ANYONE, 200],
  'POST /api/auth/delete': [SIGNED_IN, 200],
  'POST /api/auth/login': [ANYONE, 200],
  'POST /api/auth/logout': [ANYONE, 200],
  'POST /api/auth/logout-all': [SIGNED_IN, 200],
  'GET /api/auth/session': [ANYONE, 200],
  'GET /api/bonded/analyzed': [ANYONE, 200],
  'GET /api/config': [ANYONE, 200],
  'GET /api/discovery/daily': [ANYONE, 200],
  'GET /api/discovery/daily-progress': [ANYONE, 200],
  'GET /api/discovery/early-stage': [ANYONE, 200],
  'GET /api/discovery/early-stage-progress': [ANYONE, 200],
  'GET /api/discovery/microcaps': [ANYONE, 200],
  'GET /api/discovery/new': [ANYONE, 200],
  'GET /api/discovery/qualified': [ANYONE, 200],
  'GET /api/discovery/shilled': [ANYONE, 200],
  'GET /api/discovery/social': [ANYONE, 200],
  'GET /api/discovery/ultimate': [ANYONE, 200],
  'GET /api/discovery/ultimate-stats': [ANYONE, 200],
  'GET /api/docs': [ANYONE, 200],
  'GET /api/docs/openapi.json': [ANYONE, 200],
  'GET /api/health': [ANYONE, 503],
  'GET /api/health/details': [OPERATOR, 503],
  'GET /api/images/{sha256}': [ANYONE, 404],
  'GET /api/live': [ANYONE, 200],
  'POST /api/objects/upload': [ADMIN, 200],
  'PUT /api/objects/upload/{id}': [ADMIN, 400],
  'GET /api/ready': [ANYONE, 200],
  'GET /api/stream': [ANYONE, 200],
  'POST /api/token-balance': [ANYONE, 200],
  'GET /api/tokens/monitoring-count': [ANYONE, 200],
  'GET /api/tokens/qualified': [ANYONE, 200],
  'GET /api/tokens/rejected': [ANYONE, 200],
  'GET /api/tokens/{mint}': [ANYONE, 503],
  'GET /api/tokens/{mint}/evidence': [ANYONE, 503],
};

/** No route of the product asks for the gate yet, and none is read by admins alone: this test has two of its own. */
const KNOCKED: Record<string, May> = {
  'GET /api/knocks/admin': ADMIN,
  'GET /api/knocks/gate': [401, 403, null, 403, 403],
};
class KnocksController {
  admin(): string {
    return 'in';
  }
  gate(): string {
    return 'in';
  }
}
class KnocksModule {}
// Decorators by hand: specs are outside of the configuration that compiles them.
for (const [name, access] of [
  ['admin', 'admin'],
  ['gate', 'gate-holder'],
] as const)
  GetAnswers(name, { summary: 'In', access, reply: { type: 'text/html' } })(
    KnocksController.prototype,
    name,
    Object.getOwnPropertyDescriptor(KnocksController.prototype, name) ?? {},
  );
Controller('api/knocks')(KnocksController);
Module({ controllers: [KnocksController] })(KnocksModule);

const HELD = mintOf('a');
const WALLETS = {
  'signed in': newWallet(),
  'gate holder': newWallet(),
  operator: newWallet(),
  admin: newWallet(),
};

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let market: Awaited<ReturnType<typeof startMarket>>;
let running: Awaited<ReturnType<typeof startApp>>;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  [stores, market] = await Promise.all([
    startSiteStores(),
    startMarket(`${WALLETS['gate holder'].address}=1000000,${WALLETS['signed in'].address}=999999`),
  ]);
  env = {
    ...stores.env,
    SOLANA_RPC_URL: market.url,
    GATE_TOKEN_MINT: market.gateMint,
    ADMIN_WALLETS: WALLETS.admin.address,
    OPERATOR_WALLETS: WALLETS.operator.address,
    REQUESTS_PER_SECOND: '10000',
    COMMANDS_PER_MINUTE: '10000',
    WALLET_COMMANDS_PER_MINUTE: '10000',
  };
  running = await startApp(env);
  running.feed.load(measure(HELD, { live: {} }), scanOf());
});
afterAll(async () => {
  await running?.app.close();
  await Promise.all([stores?.stop(), market?.stop()]);
});

async function browserOf(who: Who, { url } = running): Promise<Browser> {
  const browser = new Browser(url);
  if (who !== 'anonymous') await browser.signIn(WALLETS[who]);
  return browser;
}

/** How what needs to be told something is asked rightly. An app to release is not there: that is a 400 to who may. */
const rightly = (): Record<string, { body?: object }> => {
  const { address: walletAddress } = WALLETS['gate holder'];
  return {
    'POST /api/auth/challenge': { body: { walletAddress, username: 'somebody' } },
    'POST /api/token-balance': { body: { walletAddress, tokenMintAddress: market.gateMint } },
  };
};

/** What a sign-in is refused for is its signature: who may sign in is asked with a good one. */
async function signInAgain(browser: Browser): Promise<Response> {
  const { address: walletAddress, sign } = newWallet();
  const { message } = await browser.challenge(walletAddress, 'somebody');
  return browser.post('/api/auth/login', { walletAddress, username: 'somebody', signature: sign(message) });
}

async function statusFor(route: string, browser: Browser): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const { body = {} } = rightly()[route] ?? {};
  const ended = new AbortController();
  const answer = await (path === '/api/auth/login'
    ? signInAgain(browser)
    : browser.ask(path.replace('{mint}', HELD).replace('{sha256}', 'a'.repeat(64)), {
        method,
        signal: ended.signal,
        ...(method !== 'GET' && {
          headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': browser.cookies.get('csrf') ?? '' },
          body: JSON.stringify(body),
        }),
      }));
  // The stream has no end of its own.
  ended.abort();
  return answer.status;
}

it('every route that the server has stands in the table', async () => {
  const { paths } = await (await fetch(`${running.url}/api/docs/openapi.json`)).json();
  const documented = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(Object.keys(TABLE).sort());
  // And none is there that the document does not tell.
  const { stack } = running.app.getHttpAdapter().getInstance().router as {
    stack: { route?: { path: string; methods: Record<string, boolean> } }[];
  };
  const handled = stack.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`,
        )
      : [],
  );
  expect(handled.sort()).toEqual(documented);
});

it.each(WHO.map((who, place) => [who, place] as const))(
  '%s is let in and refused as it says',
  async (who, place) => {
    for (const [route, [may, answered]] of Object.entries(TABLE)) {
      const status = await statusFor(route, await browserOf(who));
      expect([route, status]).toEqual([route, may[place] ?? answered]);
    }
  },
);

it('the gate and the admins’ door open to whom they are for, and not while nobody can tell', async () => {
  const knocks = await startApp(env, false, [KnocksModule]);
  for (const [place, who] of WHO.entries()) {
    const browser = await browserOf(who, knocks);
    for (const [route, may] of Object.entries(KNOCKED))
      expect([who, route, await statusFor(route, browser)]).toEqual([who, route, may[place] ?? 200]);
  }
  await knocks.app.close();
  const blind = await startApp({ ...env, SOLANA_RPC_URL: undefined }, false, [KnocksModule]);
  const holder = await browserOf('gate holder', blind);
  expect(await statusFor('GET /api/knocks/gate', holder)).toBe(503);
  await blind.app.close();
});
