/** The wallet, the session and the admin panel, on the real servers and the market's own gate token. */
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApkReleases, MAX_APK_BYTES, Session } from '@cryptonite/contracts/api';
import { WORTHLESS_TEST_WALLET, WORTHLESS_WALLET_BELOW } from '@cryptonite/market/gate-token.js';
import { type Product, until } from '@cryptonite/proofs/product.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VIEWPORTS } from './browser.js';
import { packApp } from './pack-app.js';
import { installWallet, keyFrom, newKey, type TestKey, WALLET_NAME, wallet } from './test-wallet.js';
import { violationsOn } from './violations.js';

/** 1,500,000 and 999,999.999999 $CRPT on every simulated market, and none. */
const HOLDER = keyFrom(WORTHLESS_TEST_WALLET.secretKey);
const BELOW = keyFrom(WORTHLESS_WALLET_BELOW.secretKey);
const NOBODY = newKey();
/** Whose address the product is started with as that of an admin. */
export const ADMIN = keyFrom(hash('sha256', 'worthless admin of the browser tests', 'buffer'));

const short = ({ address }: TestKey) => `${address.slice(0, 4)}…${address.slice(-4)}`;

export function testWallets(of: () => { product: Product; browser: Browser }): void {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  /** A browser of its own with a wallet of `keys`; without any, it has none. */
  async function open(
    path: string,
    keys: TestKey[],
    colorScheme: 'dark' | 'light' = 'dark',
    signs?: Parameters<typeof installWallet>[2],
  ) {
    const context = await of().browser.newContext({ viewport: VIEWPORTS.desktop, colorScheme });
    contexts.push(context);
    if (keys.length > 0) await installWallet(context, keys, signs);
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await page.goto(`${of().product.pageUrl}${path}`);
    return { context, page, said };
  }

  async function connect(page: Page, key: TestKey): Promise<void> {
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
    await page.getByText(short(key)).first().waitFor();
  }

  async function signIn(page: Page, key: TestKey, username: string): Promise<void> {
    await connect(page, key);
    await page.getByLabel('Username').fill(username);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
  }

  const gate = (page: Page, state: string) =>
    page.locator(`[data-testid="gate"][data-gate="${state}"]`).waitFor();
  const headerWallet = (page: Page) => page.locator('header').getByRole('button', { name: /Disconnect/ });
  const sessionOf = async (page: Page) =>
    Session.parse(await page.evaluate(async () => (await fetch('/api/auth/session')).json()));

  it('Connect opens the site to get a wallet in a new tab where there is none', async () => {
    const { context, page } = await open('/platform', []);
    await context.route('https://phantom.com/**', (route) => route.fulfill({ body: 'a site' }));
    await page.getByText('No Solana wallet found').waitFor();
    expect(await violationsOn(page)).toBe('');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Connect wallet' }).click(),
    ]);
    await tab.waitForURL('https://phantom.com/download');
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor();
  });

  it('connects, signs in, and shows balance and gate; a foreign signature is refused in the server’s words', async () => {
    const { page } = await open('/platform', [HOLDER, BELOW]);
    expect(await headerWallet(page).count()).toBe(0);
    await wallet.become(page, 'wait');
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
    await page.getByText(`Waiting for ${WALLET_NAME}`).waitFor();
    await wallet.answer(page);
    await wallet.become(page, 'willing');
    await headerWallet(page)
      .getByText(/1,500,000 \$CRPT/)
      .waitFor();

    await page.getByLabel('Username').fill('no');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Username').fill('holder');
    await wallet.signAs(page, BELOW.address);
    // The page reads the answer part by part, and a browser keeps none of these.
    let error = '';
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      ({ error } = (await response.json()) as { error: string });
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(error).toMatch(/signature/i);
    expect(await page.getByRole('alert').innerText()).toBe(error);
    await page.unroute('**/api/auth/login');
    expect(await violationsOn(page)).toBe('');
    expect(await sessionOf(page)).toEqual({ authenticated: false, user: null });

    await wallet.signAs(page, HOLDER.address);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as holder').waitFor();
    await gate(page, 'open');
    expect(await page.getByTestId('gate-balance').innerText()).toMatch(/1,500,000\s*\$CRPT/);
    for (const said of ['Private trading groups', 'Webhook alerts', 'Neither is available yet'])
      await page.getByText(said).waitFor();
    expect(await violationsOn(page)).toBe('');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violationsOn(page)).toBe('');
  });

  it('follows the account: another, none, and back after the page is loaded again', async () => {
    const { page } = await open('/platform', [HOLDER, BELOW]);
    await signIn(page, HOLDER, 'follower');
    await wallet.switchTo(page, BELOW.address);
    // A millionth short of the gate is never shown as enough.
    await headerWallet(page).getByText('999,999 $CRPT').waitFor();
    await page.getByText('Another account is connected than the one that signed in').waitFor();
    await gate(page, 'open');
    await wallet.switchTo(page, null);
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).waitFor();
    expect(await headerWallet(page).count()).toBe(0);

    await wallet.switchTo(page, HOLDER.address);
    await page.reload();
    await headerWallet(page).getByText(short(HOLDER)).waitFor();
    await page.getByText('Signed in as follower').waitFor();
    // On the other pages it stands in the header too, and a click disconnects it.
    await page.goto(`${of().product.pageUrl}/discovery`);
    await headerWallet(page).getByText('1,500,000 $CRPT').waitFor();
    await headerWallet(page).click();
    await headerWallet(page).waitFor({ state: 'detached' });
    await page.goto(`${of().product.pageUrl}/platform`);
    await page.getByText('Signed in as follower').waitFor();
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).waitFor();
  });

  it('a sign-out in one tab is one in the others', async () => {
    const { context, page } = await open('/platform', [HOLDER]);
    await signIn(page, HOLDER, 'two-tabs');
    const other = await context.newPage();
    await other.goto(`${of().product.pageUrl}/platform`);
    await other.getByText('Signed in as two-tabs').waitFor();
    await gate(other, 'open');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await sessionOf(other)).toEqual({ authenticated: false, user: null });
  });

  it('signs in with a wallet that writes the message itself, and with one that signs its envelope', async () => {
    for (const [signs, username] of [
      ['signIn', 'writes-itself'],
      ['signMessage', 'on-a-device'],
    ] as const) {
      const { page } = await open('/platform', [NOBODY], 'dark', signs);
      if (signs === 'signMessage') await wallet.wrap(page);
      await signIn(page, NOBODY, username);
      await page.getByText(`Signed in as ${username}`).waitFor();
    }
  });

  it('says why a sign-in failed: the wallet that refuses or cannot, or the server that is away', async () => {
    const { page: mute } = await open('/platform', [NOBODY], 'light', 'nothing');
    await connect(mute, NOBODY);
    const failure = async (page: Page, sentence: string) => {
      await page.getByLabel('Username').fill('unlucky');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
    };
    await failure(mute, 'Login failed. This wallet or account cannot sign messages.');
    expect(await violationsOn(mute)).toBe('');
    const { page } = await open('/platform', [NOBODY]);
    await connect(page, NOBODY);
    await page.route('**/api/auth/login', (route) => route.abort());
    await failure(page, 'Login failed. The server cannot be reached.');
    await page.unroute('**/api/auth/login');
    // Whoever comes back to a challenge that is over is told so by the server.
    await page.route('**/api/auth/login', async (route) => {
      await page.context().clearCookies();
      const { cookie: _, ...headers } = await route.request().allHeaders();
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.getByLabel('Username').fill('unlucky');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText(/^This sign-in has expired/)
      .waitFor();
  });

  it('what the wallet refuses is logged, and said of a sign-in', async () => {
    const { page, said } = await open('/platform', [NOBODY]);
    await wallet.become(page, 'refuse');
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
    await expect.poll(() => said.join('\n')).toContain(`${WALLET_NAME} did not connect`);
    expect(await page.getByRole('alert').count()).toBe(0);
    await wallet.become(page, 'willing');
    await connect(page, NOBODY);
    await wallet.become(page, 'refuse');
    await page.getByLabel('Username').fill('unwilling');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .getByText('Login failed. The wallet refused to sign.', { exact: true })
      .waitFor();
  });

  it('a balance that cannot be read is Unknown and no zero; a session that cannot be, nobody’s', async () => {
    const { page, said } = await open('/platform', [HOLDER]);
    await signIn(page, HOLDER, 'offline');
    await gate(page, 'open');
    await page.route('**/api/token-balance', (route) => route.abort());
    await page.getByRole('button', { name: 'Check again' }).click();
    await gate(page, 'unknown');
    await page.getByText('The server cannot be reached').first().waitFor();
    await page.reload();
    await headerWallet(page).getByText('Unknown $CRPT').waitFor();
    expect(said.join('\n')).toContain('the balance could not be read');
    await page.unroute('**/api/token-balance');
    await page.getByRole('button', { name: 'Check again' }).click();
    await gate(page, 'open');
    await headerWallet(page).getByText('1,500,000 $CRPT').waitFor();

    await page.route('**/api/auth/session', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(said.join('\n')).toContain('who is signed in could not be read');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('deletes what is kept of a wallet once that is confirmed', async () => {
    const { context, page } = await open('/platform', [BELOW], 'light');
    await signIn(page, BELOW, 'soon-gone');
    await gate(page, 'closed');
    await page.getByText('1 $CRPT more are needed').waitFor();
    const cookies = await context.cookies();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my data' });
    for (const said of [
      "your wallet's address and your username",
      'your sessions',
      'lapses within 5 minutes',
    ])
      await dialog.getByText(said).waitFor();
    expect(await violationsOn(page)).toBe('');
    await dialog.getByRole('button', { name: 'Keep my data' }).click();
    expect((await sessionOf(page)).user?.username).toBe('soon-gone');
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await dialog.getByRole('button', { name: 'Delete my data' }).click();
    await page.getByText('Your data are deleted').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.addCookies(cookies);
    expect(await sessionOf(page)).toEqual({ authenticated: false, user: null });
    // Nor does anything that runs write down who somebody is.
    const logs = join(of().product.dataDir, 'logs');
    const told = readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8'));
    expect(told.join('')).toContain('"route":"/api/auth/delete"');
    for (const needle of [BELOW.address, 'soon-gone']) expect(told.join('')).not.toContain(needle);
  });

  describe('the admin panel', () => {
    const folder = mkdtempSync(join(tmpdir(), 'app-'));
    const [large, larger, noApp] = ['app.apk', 'larger.apk', 'renamed.apk'].map((name) => join(folder, name));
    beforeAll(() => {
      writeFileSync(large!, packApp(MAX_APK_BYTES));
      writeFileSync(larger!, packApp(MAX_APK_BYTES + 1));
      writeFileSync(noApp!, Buffer.alloc(1_000, 1));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Upload APK' });
    async function choose(page: Page, file: string): Promise<void> {
      if ((await dialogOf(page).count()) === 0)
        await page.getByRole('button', { name: 'Upload APK' }).click();
      await dialogOf(page).locator('input[type=file]').setInputFiles(file);
    }
    /** Ends every connection of a service, and waits until it is there again. */
    async function cut(service: 's3' | 'query-api'): Promise<void> {
      const { product } = of();
      const timesUp = () => product.lines.filter((line) => line.startsWith(`${service} is up: `)).length;
      const [before, { [service]: pid }] = [timesUp(), await product.pids()];
      if (!pid) throw new Error(`${service} has no process`);
      process.kill(pid, 'SIGKILL');
      await until(`${service} serves again`, () => (timesUp() > before ? true : null));
    }
    const upload = (page: Page) =>
      dialogOf(page).getByRole('button', { name: 'Upload', exact: true }).click();

    it('asks strangers to sign in, and tells who is none of the admins', async () => {
      const { page } = await open('/admin', [NOBODY]);
      await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
      await page.getByText('Sign in with a wallet that is an administrator').waitFor();
      expect(await violationsOn(page)).toBe('');
      await signIn(page, NOBODY, 'visitor');
      await page.getByText(/^visitor \(.*\) is not an administrator of this site/).waitFor();
      expect(await page.getByRole('button', { name: 'Upload APK' }).count()).toBe(0);
      expect(await violationsOn(page)).toBe('');
    });

    it('refuses what is too large, and tells why the server kept no app', async () => {
      const { page, said } = await open('/admin', [ADMIN], 'light');
      await signIn(page, ADMIN, 'publisher');
      await page.getByText('Current APK:').waitFor();
      for (const step of ['Instructions', 'Upload the Android APK that the home page gives out'])
        await page.getByText(step).waitFor();
      await page.getByRole('link', { name: 'Back to Home' }).waitFor();
      expect(await violationsOn(page)).toBe('');
      await choose(page, larger!);
      await dialogOf(page).getByText('exceeds maximum allowed size of 100 MB').waitFor();
      expect(await dialogOf(page).getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);

      await choose(page, noApp!);
      expect(await violationsOn(page)).toBe('');
      await upload(page);
      await page.getByText('Upload Failed').waitFor();
      await page.getByText('Failed to save APK metadata.').waitFor();
      await dialogOf(page).getByRole('alert').first().waitFor();
      expect(said.join('\n')).toContain('Failed to save APK');
    });

    it('uploads 100 MB over a store that ends, a network that goes and comes back, and a connection that is cut', async () => {
      const { product } = of();
      const { context, page } = await open('/admin', [ADMIN]);
      await signIn(page, ADMIN, 'publisher');
      // 100 MB are gone in less than a second here: slow enough to be cut in the middle.
      const devtools = await context.newCDPSession(page);
      const network = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 25e6 };
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', network);
      const puts: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
      await choose(page, large!);
      expect(puts).toEqual([]);
      await upload(page);
      const sent = () =>
        dialogOf(page)
          .getByRole('progressbar')
          .evaluate((bar) => (bar as HTMLProgressElement).position);
      const inTheMiddle = { interval: 50, timeout: 30_000 };
      await expect.poll(sent, inTheMiddle).toBeGreaterThan(0.2);
      await cut('s3');
      await expect.poll(() => puts.length, { timeout: 30_000 }).toBeGreaterThan(1);
      await expect.poll(sent, inTheMiddle).toBeGreaterThan(0.2);

      await devtools.send('Network.emulateNetworkConditions', { ...network, offline: true });
      await dialogOf(page).getByText('Offline: paused').waitFor();
      const [tries] = await Promise.all([puts.length, page.waitForEvent('requestfailed'), cut('query-api')]);
      expect(puts.length).toBe(tries);
      await devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput: -1 });
      await page.getByText('APK Uploaded Successfully').waitFor({ timeout: 120_000 });
      await page.getByText('The APK is now available for download.').waitFor();
      expect(puts.length).toBeGreaterThan(tries);
      // Each try goes to an address of its own.
      expect(new Set(puts).size).toBe(puts.length);
      await dialogOf(page).waitFor({ state: 'detached' });

      const { current } = ApkReleases.parse(await (await fetch(`${product.pageUrl}/api/apk`)).json());
      expect(current).toMatchObject({ sizeBytes: MAX_APK_BYTES, version: '1.2.3' });
      // Where the file is an admin alone is told.
      expect(current?.objectPath).toBeNull();
      expect(await page.getByTestId('current-apk').innerText()).toMatch(/^apk\/[0-9a-f]{64}\.apk$/);
      const download = await fetch(`${product.pageUrl}/api/apk/download`);
      const bytes = Buffer.from(await download.arrayBuffer());
      expect(bytes.equals(packApp(MAX_APK_BYTES))).toBe(true);
    });
  });
}
