import { CSRF_HEADER, Problem, Session } from '@cryptonite/contracts/api';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import bs58 from 'bs58';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, newWallet, type Wallet } from '../../../testing/browser.js';
import { scanOf } from '../../../testing/measurements.js';
import { startSiteStores } from '../../../testing/site-stores.js';
import { startApp } from '../../../testing/start-app.js';
import { SESSIONS_MAX } from './lifetimes.js';

/** A test must not meet the limits, but for those of limits. */
const NO_LIMITS = { COMMANDS_PER_MINUTE: '100000', WALLET_COMMANDS_PER_MINUTE: '100000' };

let stores: Awaited<ReturnType<typeof startSiteStores>>;
let running: Awaited<ReturnType<typeof startApp>>;
let owner: pg.Pool;
let browser: Browser;
let wallet: Wallet;

beforeAll(async () => {
  stores = await startSiteStores();
  owner = new pg.Pool({ connectionString: stores.env.POSTGRES_URL.replace('query_api:', 'cryptonite:') });
  owner.on('error', () => {});
  running = await startApp({ ...stores.env, ...NO_LIMITS });
});
afterAll(async () => {
  await running?.app.close();
  await owner?.end();
  await stores?.stop();
});
beforeEach(() => {
  browser = new Browser(running.url);
  wallet = newWallet();
});

const sessionOf = async (asked: Browser) =>
  Session.parse(await (await asked.ask('/api/auth/session')).json());
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toMatch('application/problem+json');
  return Problem.parse(await response.json());
};
const login = (
  asked: Browser,
  signature: string,
  { walletAddress = wallet.address, username = 'alice' } = {},
) => asked.post('/api/auth/login', { walletAddress, signature, username });

/** Refused as a failed sign-in is, and nobody is signed in. */
async function expectRefused(response: Response, sentence: RegExp): Promise<void> {
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ status: 401, code: 'unauthorized', success: false, user: null });
  expect(problem.error).toMatch(sentence);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await sessionOf(browser)).authenticated).toBe(false);
}

const USED = /expired, was used before or began in another browser/;
const NOT_SIGNED = /not of this wallet over the message/;

describe('a sign-in', () => {
  it('begins a session that no script reads, and a token beside it that the page does', async () => {
    expect(await sessionOf(browser)).toEqual({ authenticated: false, user: null });
    const before = Date.now();
    const { message, expiresAt } = await browser.challenge(wallet.address, 'alice');
    expect(message).toMatch(`${new URL(running.url).host} wants you to sign in with your Solana account:`);
    expect(expiresAt - before).toBeGreaterThan(290_000);
    const answer = await login(browser, wallet.sign(message));
    const { user, ...rest } = await answer.json();
    expect(rest).toEqual({ success: true, error: null });
    const cookies = answer.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Strict; HttpOnly$/);
    expect(cookies[1]).toMatch(/^csrf=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Strict$/);
    expect(user).toMatchObject({ walletAddress: wallet.address, username: 'alice', roles: [], badges: [] });
    const session = await browser.ask('/api/auth/session');
    expect(session.headers.get('cache-control')).toBe('no-store');
    expect(await session.json()).toEqual({ authenticated: true, user });
    const again = await browser.signIn(wallet, 'alice-2');
    expect(again.user).toEqual({ ...user, username: 'alice-2' });
  });

  it.each([
    [
      '0',
      (key: Uint8Array, text: Uint8Array) => [
        0,
        ...Array(32).fill(0),
        1,
        1,
        ...key,
        text.length & 255,
        text.length >> 8,
        ...text,
      ],
    ],
    ['1', (key: Uint8Array, text: Uint8Array) => [1, 1, ...key, ...text]],
  ])(
    'takes the signature of a hardware wallet over the envelope of version %s, and of no other bytes',
    async (_, bodyOf) => {
      const envelope = async () => {
        const { message } = await browser.challenge(wallet.address, 'alice');
        const body = bodyOf(bs58.decode(wallet.address), Buffer.from(message));
        return Uint8Array.from([0xff, ...Buffer.from('solana offchain'), ...body]);
      };
      const changed = await envelope();
      changed[changed.length - 1]! ^= 1;
      await expectRefused(await login(browser, wallet.signBytes(changed)), NOT_SIGNED);
      const answer = await login(browser, wallet.signBytes(await envelope()));
      expect(await answer.json()).toMatchObject({ success: true, user: { walletAddress: wallet.address } });
    },
  );

  it('is told its fields too, of which a wallet writes the same message', async () => {
    const { message, fields } = await browser.challenge(wallet.address, 'alice');
    expect(createSignInMessageText(fields)).toBe(message);
  });

  it('is kept as hashes: neither token stands in the database', async () => {
    await browser.signIn(wallet);
    const { rows } = await owner.query(
      'SELECT sessions::text AS row FROM sessions WHERE wallet_address = $1',
      [wallet.address],
    );
    expect(rows).toHaveLength(1);
    for (const name of ['session', 'csrf']) {
      const token = browser.cookies.get(name) ?? '';
      expect(token).toHaveLength(43);
      for (const text of [
        token,
        Buffer.from(token).toString('hex'),
        Buffer.from(token, 'base64url').toString('hex'),
      ])
        expect(rows[0].row).not.toContain(text);
    }
  });

  it('makes an admin of a wallet that is configured, and keeps cookies to https where the page is there', async () => {
    const site = await startApp({
      ...stores.env,
      ADMIN_WALLETS: `${newWallet().address},${wallet.address}`,
      HOST: '0.0.0.0',
      SITE_ORIGIN: 'https://site.example',
    });
    const there = new Browser(site.url);
    const { message } = await there.challenge(wallet.address, 'alice');
    expect(message).toMatch(/^site\.example wants you/);
    const answer = await login(there, wallet.sign(message));
    expect((await answer.json()).user.roles).toEqual(['admin']);
    // Sites beside this one can set no cookie of these names.
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-\w+=[\w-]*; Path=\/;.*; Secure$/);
    expect([...there.cookies.keys()].sort()).toEqual(['__Host-csrf', '__Host-session']);
    expect((await sessionOf(there)).authenticated).toBe(true);
    const tossed = new Browser(site.url);
    for (const name of ['session', 'csrf'])
      tossed.cookies.set(name, there.cookies.get(`__Host-${name}`) ?? '');
    expect((await sessionOf(tossed)).authenticated).toBe(false);
    for (const origin of ['http://site.example', 'https://site.example:444', site.url])
      expect((await there.post('/api/auth/logout', {}, { Origin: origin })).status).toBe(403);
    expect((await there.post('/api/auth/logout', {}, { Origin: 'https://site.example' })).status).toBe(200);
    await site.app.close();
  });

  it('takes the place of the browser’s last, and of the oldest where a wallet has many', async () => {
    await browser.signIn(wallet);
    const last = new Browser(running.url);
    for (const [name, value] of browser.cookies) last.cookies.set(name, value);
    expect((await sessionOf(last)).authenticated).toBe(true);
    await browser.signIn(newWallet());
    expect((await sessionOf(last)).authenticated).toBe(false);
    const browsers = Array.from({ length: SESSIONS_MAX + 1 }, () => new Browser(running.url));
    for (const each of browsers) await each.signIn(wallet);
    const held = await Promise.all(browsers.map(async (each) => (await sessionOf(each)).authenticated));
    expect(held).toEqual([false, ...Array(SESSIONS_MAX).fill(true)]);
  });

  it('is how a browser goes on that lost the token beside its session', async () => {
    await browser.signIn(wallet);
    const before = new Browser(running.url);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    browser.cookies.delete('csrf');
    const refused = await problemOf(await browser.post('/api/auth/logout'));
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
    expect(refused.error).toMatch(/Open the page anew and sign in again\.$/);
    // Nobody is signed in for the page, which so has a sign-in to offer.
    expect(await sessionOf(browser)).toEqual({ authenticated: false, user: null });
    expect((await sessionOf(before)).authenticated).toBe(true);
    await browser.signIn(wallet, 'alice-again');
    expect((await sessionOf(browser)).user?.username).toBe('alice-again');
    expect((await sessionOf(before)).authenticated).toBe(false);
    expect((await browser.post('/api/auth/logout')).status).toBe(200);
  });

  it('says what a name may be', async () => {
    for (const username of [
      'al',
      'a'.repeat(25),
      'a b',
      'al\u0000ce',
      '\u202Eecila',
      'аlice',
      'ali\nce',
      '',
    ]) {
      const asked = { walletAddress: wallet.address, username };
      const problem = await problemOf(await browser.post('/api/auth/challenge', asked));
      expect(problem).toMatchObject({ code: 'bad_request' });
      expect(problem.error).toMatch(/^username: takes 3 to 24 of the characters/);
    }
  });
});

describe('refused is', () => {
  it('a replayed signature', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    const signature = wallet.sign(message);
    expect((await login(browser, signature)).status).toBe(200);
    await browser.post('/api/auth/logout');
    // With the cookie that belonged to it, and with a fresh one.
    await expectRefused(await login(browser, signature), USED);
    await browser.challenge(wallet.address, 'alice');
    await expectRefused(await login(browser, signature), NOT_SIGNED);
  });

  it('a nonce that is used twice', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    const thief = new Browser(running.url);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await login(browser, wallet.sign(message))).status).toBe(200);
    const again = await login(thief, wallet.sign(message));
    expect((await problemOf(again)).error).toMatch(USED);
    // Of many at once, one.
    const twins = Array.from({ length: 8 }, () => new Browser(running.url));
    const { message: next } = await twins[0]!.challenge(wallet.address, 'alice');
    const cookie = twins[0]!.cookies.get('challenge') ?? '';
    for (const twin of twins) twin.cookies.set('challenge', cookie);
    const answers = await Promise.all(twins.map((twin) => login(twin, wallet.sign(next))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('a nonce that has expired', async () => {
    const { message, nonce } = await browser.challenge(wallet.address, 'alice');
    await owner.query('UPDATE sign_in_nonces SET expires_at = now() WHERE nonce = $1', [nonce]);
    await expectRefused(await login(browser, wallet.sign(message)), USED);
  });

  it('a message of a foreign domain', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    const foreign = message.replace(/^\S+/, 'evil.example');
    await expectRefused(await login(browser, wallet.sign(foreign)), NOT_SIGNED);
    // And one of this server, by another of its names.
    const { message: local } = await browser.challenge(wallet.address, 'alice');
    const other = new Browser(running.url.replace('127.0.0.1', 'localhost'));
    other.cookies.set('challenge', browser.cookies.get('challenge') ?? '');
    expect((await problemOf(await login(other, wallet.sign(local)))).error).toMatch(NOT_SIGNED);
  });

  it('another username than the signed one', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    await expectRefused(await login(browser, wallet.sign(message), { username: 'mallory' }), NOT_SIGNED);
  });

  it('a signature by another key', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    await expectRefused(await login(browser, newWallet().sign(message)), NOT_SIGNED);
    const { message: next } = await browser.challenge(wallet.address, 'alice');
    const other = newWallet();
    await expectRefused(await login(browser, other.sign(next), { walletAddress: other.address }), NOT_SIGNED);
  });

  it('a second attempt, once a signature was wrong', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    await expectRefused(await login(browser, newWallet().sign(message)), NOT_SIGNED);
    await expectRefused(await login(browser, wallet.sign(message)), USED);
  });

  it('a message of another chain', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    expect(message).toContain('Chain ID: solana:mainnet\n');
    const devnet = message.replace('solana:mainnet', 'solana:devnet');
    await expectRefused(await login(browser, wallet.sign(devnet)), NOT_SIGNED);
  });

  it('a challenge that another browser was given', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    expect((await problemOf(await login(new Browser(running.url), wallet.sign(message)))).error).toMatch(
      USED,
    );
  });

  it.each([
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
  ])('a command from another site: %s %s', async (name, value) => {
    await browser.signIn(wallet);
    const answer = await browser.post('/api/auth/delete', {}, { [name]: value });
    expect([400, 403]).toContain(answer.status);
    expect((await problemOf(answer)).success).toBe(false);
    expect((await sessionOf(browser)).authenticated).toBe(true);
  });

  it.each([
    ['Origin', 'https://evil.example'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Site', 'cross-site'],
  ])('a message to sign for another site: %s %s', async (name, value) => {
    const site = await startApp({ ...stores.env, HOST: '0.0.0.0', SITE_ORIGIN: 'https://site.example' });
    const there = new Browser(site.url);
    const ask = (headers: Record<string, string>) =>
      there.post('/api/auth/challenge', { walletAddress: wallet.address, username: 'alice' }, headers);
    const answer = await ask({ [name]: value });
    expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const own = await ask({ Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-origin' });
    expect([own.status, own.headers.getSetCookie()]).toEqual([200, [expect.stringMatching(/challenge=/)]]);
    await site.app.close();
  });

  it('a message to sign by an address that tells who asks', async () => {
    const query = new URLSearchParams({ walletAddress: wallet.address, username: 'alice' });
    const problem = await problemOf(await browser.ask(`/api/auth/challenge?${query}`));
    expect(problem).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('a stolen session cookie without its token', async () => {
    await browser.signIn(wallet);
    const thief = new Browser(running.url);
    thief.cookies.set('session', browser.cookies.get('session') ?? '');
    const other = new Browser(running.url);
    await other.signIn(newWallet());
    for (const csrf of [undefined, '', 'guessed', other.cookies.get('csrf')])
      for (const path of ['/api/auth/delete', '/api/auth/logout']) {
        const answer = await thief.post(path, {}, csrf === undefined ? {} : { [CSRF_HEADER]: csrf });
        expect(await problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
      }
    expect((await sessionOf(browser)).authenticated).toBe(true);
  });
});

describe('a sign-out', () => {
  it('ends the session, wherever its cookie is, and may be said again', async () => {
    await browser.signIn(wallet);
    const copy = new Browser(running.url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    const answer = await browser.post('/api/auth/logout');
    expect(await answer.json()).toEqual({ success: true, error: null });
    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await sessionOf(copy)).authenticated).toBe(false);
    expect((await copy.post('/api/auth/logout')).status).toBe(200);
    expect((await browser.post('/api/auth/logout')).status).toBe(200);
  });

  it('comes by itself once the session’s time is over', async () => {
    await browser.signIn(wallet);
    await owner.query('UPDATE sessions SET expires_at = now() WHERE wallet_address = $1', [wallet.address]);
    expect((await sessionOf(browser)).authenticated).toBe(false);
    expect((await browser.post('/api/auth/delete')).status).toBe(401);
  });
});

describe('a sign-out everywhere', () => {
  it('ends every session of the wallet, and of nobody else', async () => {
    const [elsewhere, other] = [new Browser(running.url), new Browser(running.url)];
    await browser.signIn(wallet);
    await elsewhere.signIn(wallet);
    await other.signIn(newWallet());
    expect((await browser.post('/api/auth/logout-all')).status).toBe(200);
    for (const [one, isSignedIn] of [
      [browser, false],
      [elsewhere, false],
      [other, true],
    ] as const)
      expect((await sessionOf(one)).authenticated).toBe(isSignedIn);
    expect((await browser.post('/api/auth/logout-all')).status).toBe(401);
  });
});

describe('a session that is not used', () => {
  const idle = (minutes: number) =>
    owner.query('UPDATE sessions SET used_at = now() - make_interval(mins => $1)', [minutes]);

  const usedMinutesAgo = async () => {
    const [{ minutes } = {}] = (
      await owner.query('SELECT extract(epoch FROM now() - min(used_at)) / 60 AS minutes FROM sessions')
    ).rows;
    return Number(minutes);
  };

  it('of an admin is over after an hour, and one that is used is not', async () => {
    const app = await startApp({ ...stores.env, ...NO_LIMITS, ADMIN_WALLETS: wallet.address });
    const [admin, somebody] = [new Browser(app.url), new Browser(app.url)];
    await admin.signIn(wallet);
    await somebody.signIn(newWallet());
    for (let hour = 0; hour < 2; hour += 1) {
      await idle(59);
      expect((await sessionOf(admin)).user?.roles).toEqual(['admin']);
      // Of a file that was never uploaded: a command all the same.
      expect((await admin.post('/api/apk/check', { apkUrl: 'none' })).status).toBe(400);
    }
    // An open page asks on and on.
    await idle(59);
    for (const path of ['/api/auth/session', '/api/health/details'])
      expect((await admin.ask(path)).status).not.toBe(401);
    expect(await usedMinutesAgo()).toBeGreaterThanOrEqual(59);
    await idle(61);
    expect((await sessionOf(admin)).authenticated).toBe(false);
    expect((await sessionOf(somebody)).authenticated).toBe(true);
    await idle(1);
    expect((await sessionOf(admin)).authenticated).toBe(false);
    await app.app.close();
  });
});

describe('what is over', () => {
  it('is swept, and nothing else is', async () => {
    await browser.signIn(wallet);
    const old = Buffer.alloc(32, 1);
    await owner.query(
      `INSERT INTO sessions (token_sha256, wallet_address, csrf_sha256, expires_at) VALUES ($1, $2, $1, now())`,
      [old, wallet.address],
    );
    await owner.query(
      `INSERT INTO sign_in_nonces (nonce, cookie_sha256, expires_at) VALUES ('old', $1, now())`,
      [old],
    );
    const { message } = await browser.challenge(wallet.address, 'alice');
    // Each start sweeps.
    const second = await startApp(stores.env);
    const left = async () =>
      (
        await owner.query(
          `SELECT (SELECT count(*) FROM sessions WHERE expires_at <= now())::int AS sessions,
                  (SELECT count(*) FROM sign_in_nonces WHERE expires_at <= now())::int AS nonces`,
        )
      ).rows[0];
    await expect.poll(left, { timeout: 30_000 }).toEqual({ sessions: 0, nonces: 0 });
    await second.app.close();
    expect((await sessionOf(browser)).authenticated).toBe(true);
    expect((await login(browser, wallet.sign(message))).status).toBe(200);
  });
});

describe('limits', () => {
  it('stop an address, challenges included, and say when to come again', async () => {
    const strict = await startApp({ ...stores.env, COMMANDS_PER_MINUTE: '5' });
    const there = new Browser(strict.url);
    const answers = [];
    for (let count = 0; count < 12; count++) answers.push(await there.post('/api/auth/logout'));
    const refused = answers.find(({ status }) => status === 429);
    expect(answers[0]?.status).toBe(200);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const asked = { walletAddress: wallet.address, username: 'alice' };
    expect((await there.post('/api/auth/challenge', asked)).status).toBe(429);
    expect((await there.ask('/api/auth/session')).status).toBe(200);
    await strict.app.close();
  });

  it('stop a wallet, from wherever it comes, and no other', async () => {
    const strict = await startApp({ ...stores.env, ...NO_LIMITS, WALLET_COMMANDS_PER_MINUTE: '3' });
    const [one, two, other] = [new Browser(strict.url), new Browser(strict.url), new Browser(strict.url)];
    await one.signIn(wallet);
    await two.signIn(wallet);
    await other.signIn(newWallet());
    // Refused by its contract, and counted all the same.
    const ask = async (each: Browser) => (await each.post('/api/auth/login', {})).status;
    expect([await ask(one), await ask(two), await ask(one), await ask(two)]).toEqual([400, 400, 400, 429]);
    expect(await ask(other)).toBe(400);
    await strict.app.close();
  });
});

describe('a deletion', () => {
  it('is of what limits remember of the wallet, too', async () => {
    const strict = await startApp({ ...stores.env, ...NO_LIMITS, WALLET_COMMANDS_PER_MINUTE: '2' });
    const there = new Browser(strict.url);
    await there.signIn(wallet);
    expect((await there.post('/api/auth/delete')).status).toBe(200);
    await there.signIn(wallet);
    const ask = async () => (await there.post('/api/auth/login', {})).status;
    expect([await ask(), await ask(), await ask()]).toEqual([400, 400, 429]);
    await strict.app.close();
  });
});

describe('Postgres away and back', () => {
  it('uses no message up that it could not sign in with', async () => {
    const { message } = await browser.challenge(wallet.address, 'alice');
    // Between the message and the session there is nothing to kill a server by: it says itself that its disk is full.
    await owner.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$`,
    );
    await owner.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      const answer = await login(browser, wallet.sign(message));
      expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'store_unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await owner.query('DROP FUNCTION refuse CASCADE');
    }
    expect((await login(browser, wallet.sign(message))).status).toBe(200);
    expect((await sessionOf(browser)).authenticated).toBe(true);
  });

  it('stops commands, which say when to come again, and no list; then all goes on by itself', async () => {
    running.feed.load(scanOf());
    await browser.signIn(wallet);
    const { message } = await browser.challenge(wallet.address, 'alice');
    await stores.postgres.kill();
    // It ends a moment after its launcher.
    await expect.poll(async () => (await browser.ask('/api/auth/session')).status).toBe(503);
    for (const asked of [
      () => browser.ask('/api/auth/session'),
      () => browser.post('/api/auth/challenge', { walletAddress: wallet.address, username: 'alice' }),
      () => login(browser, wallet.sign(message)),
      () => browser.post('/api/auth/logout'),
      () => browser.post('/api/auth/delete'),
    ]) {
      const answer = await asked();
      expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'store_unavailable' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const path of ['/api/tokens/qualified', '/api/discovery/ultimate', '/api/tokens/monitoring-count'])
      expect([path, (await browser.ask(path)).status]).toEqual([path, 200]);
    expect(await sessionOf(new Browser(running.url))).toEqual({ authenticated: false, user: null });

    await stores.postgres.start();
    await expect
      .poll(async () => (await browser.ask('/api/auth/session')).status, { timeout: 30_000 })
      .toBe(200);
    expect((await sessionOf(browser)).authenticated).toBe(true);
    // What was not used up before is still good.
    expect((await login(browser, wallet.sign(message))).status).toBe(200);
    expect((await browser.post('/api/auth/logout')).status).toBe(200);
  });
});
