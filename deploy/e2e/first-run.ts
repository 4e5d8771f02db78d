/**
 * `npm run test:first-run`: what a newcomer meets. Clones this checkout's commit, starts the product with nothing
 * installed, opens the page, stops, starts again on the same data, and prints times and disk. Exits 1 when the page
 * does not come up with live tokens, or not within the limits that the README promises, or when two minutes after its
 * address was printed a visitor has not seen qualified and rejected tokens, alerts, migrations, names and pictures.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { root } from './product.js';

const LIMIT_MS = { first: 180_000, restart: 10_000, sights: 120_000 };

const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
const clone = join(folder, 'cryptonite');
const megabytes = (path: string) =>
  Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);

type Run = { child: ChildProcess; pageUrl: string; lines: string[] };

/** Resolves when the last line has printed the page's address. */
function start(): Promise<Run> {
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    // Its own group, so that the signal below reaches npm and the product as a terminal's Ctrl-C would.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      text += chunk.toString();
      const [, pageUrl] = /Open (http:\S+)/.exec(text) ?? [];
      if (pageUrl) resolve({ child, pageUrl, lines: text.split('\n') });
    });
    child.once('exit', (status) => reject(new Error(`npm start ended with ${status}`)));
  });
}

async function stop({ child }: Run): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid) process.kill(-child.pid, 'SIGINT');
  await gone;
}

/** Waits for a live token's card, whichever list holds it. */
async function openPage(browser: Browser, pageUrl: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  const lists = ['list=qualified', 'list=rejected', 'source=bonded&list=rejected'];
  const deadline = performance.now() + LIMIT_MS.first;
  for (let turn = 0; performance.now() < deadline; turn++) {
    await page.goto(`${pageUrl}/discovery?tab=high-hype&${lists[turn % lists.length]}`);
    const card = page.getByTestId('token-card').first();
    if (
      await card.waitFor({ timeout: 1_500 }).then(
        () => true,
        () => false,
      )
    ) {
      await page.close();
      return;
    }
  }
  throw new Error('no live token appeared');
}

type Sight = { what: string; paths: string[]; find: (page: Page) => Locator };

/** What the market must have brought about; of several paths one is enough. */
const SIGHTS: readonly Sight[] = [
  { what: 'a qualified token', paths: ['list=qualified'], find: (page) => page.getByTestId('token-card') },
  { what: 'a rejected token', paths: ['list=rejected'], find: (page) => page.getByTestId('token-card') },
  {
    what: 'a bonding alert',
    paths: ['list=qualified'],
    find: (page) => page.getByTestId('early-stage-row').filter({ hasText: 'Alert at' }),
  },
  {
    what: 'a migrated token',
    paths: ['source=bonded&list=qualified', 'source=bonded&list=rejected'],
    find: (page) =>
      page
        .getByTestId('token-card')
        .filter({ has: page.locator('li[aria-current="step"]', { hasText: 'Graduated' }) }),
  },
];

/** Opens a page for each sight and waits until it is there. @returns what was not seen within the limit, and when the last was */
async function lookAround(browser: Browser, pageUrl: string): Promise<{ unseen: string[]; tookMs: number }> {
  const begun = performance.now();
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
  const see = async (path: string, find: Sight['find']) => {
    const page = await context.newPage();
    await page.goto(`${pageUrl}/discovery?tab=high-hype&${path}`);
    await find(page)
      .first()
      .waitFor({ timeout: LIMIT_MS.sights - (performance.now() - begun) });
  };
  const seen = await Promise.all(
    SIGHTS.map(({ paths, find }) =>
      Promise.any(paths.map((path) => see(path, find))).then(
        () => true,
        () => false,
      ),
    ),
  );
  const tookMs = performance.now() - begun;
  await context.close();
  return { unseen: SIGHTS.filter((_, index) => !seen[index]).map(({ what }) => what), tookMs };
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;
const addressesOf = ({ lines }: Run, service: string) =>
  lines.find((line) => line.startsWith(`${service} is up: `))?.match(ADDRESS) ?? [];

/**
 * Of the tokens on the page: how many have a symbol, how many say that they are simulated, and how many a picture that
 * the browser can draw, found as any reader finds it: by the launch's address, its document and the gateway.
 */
async function lookAtTokens(browser: Browser, run: Run) {
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  await page.goto(`${run.pageUrl}/discovery?tab=high-hype&list=rejected`);
  const cards = page.getByTestId('token-card');
  await cards.first().waitFor();
  const tokens = await cards.evaluateAll((all) =>
    all.slice(0, 20).map((card) => ({
      mint: card.getAttribute('data-mint') ?? '',
      symbol: card.querySelector('h3')?.firstElementChild?.textContent?.trim() ?? '',
      text: card.textContent ?? '',
    })),
  );
  const [gateway = ''] = addressesOf(run, 'market');
  const served = (uri: string) => new URL(new URL(uri).pathname, gateway).href;
  const isDrawn = async (mint: string) => {
    const answer = await fetch(served(await uriOf(run, mint)), { signal: AbortSignal.timeout(5_000) });
    const { image } = (await answer.json()) as { image: string };
    await page.goto(served(image), { timeout: 5_000 });
    const width = await page
      .locator('img')
      .evaluate((node) => (node as { naturalWidth?: number }).naturalWidth);
    return width === 128;
  };
  let drawn = 0;
  for (const { mint } of tokens) if (await isDrawn(mint).catch(() => false)) drawn++;
  await page.close();
  return {
    shown: tokens.length,
    named: tokens.filter(({ symbol }) => symbol !== '').length,
    labelled: tokens.filter(({ text }) => text.includes('Simulated market')).length,
    drawn,
  };
}

/** The address in a launch's create transaction, as an analyst reads it. */
async function uriOf(run: Run, mint: string): Promise<string> {
  const { analystPassword } = JSON.parse(readFileSync(join(clone, '.data/secrets.json'), 'utf8'));
  const url = new URL(addressesOf(run, 'clickhouse').at(-1) ?? '');
  url.search = new URLSearchParams({
    database: 'cryptonite',
    query: 'SELECT uri FROM launches_created WHERE mint = {mint:String} LIMIT 1 FORMAT TSVRaw',
    param_mint: mint,
  }).toString();
  const headers = { 'x-clickhouse-user': 'analyst', 'x-clickhouse-key': analystPassword };
  const answer = await fetch(url, { headers });
  return (await answer.text()).trim();
}

const results: [string, string][] = [];
let failed = false;
const browser = await launchBrowser();
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const begun = performance.now();
  const since = (from: number) => performance.now() - from;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

  const first = await start();
  results.push(['npm start to the page’s address', seconds(since(begun))]);
  await openPage(browser, first.pageUrl);
  const live = since(begun);
  results.push(['npm start to live tokens (limit 180 s)', seconds(live)]);
  failed ||= live > LIMIT_MS.first;
  const { unseen, tookMs } = await lookAround(browser, first.pageUrl);
  results.push([
    'a visitor has seen all there is to see after',
    unseen.length === 0 ? seconds(tookMs) : 'never',
  ]);
  for (const what of unseen) results.push([`not seen within ${LIMIT_MS.sights / 1_000} s`, what]);
  const { shown, named, labelled, drawn } = await lookAtTokens(browser, first);
  results.push([
    'of tokens shown: named, labelled, with a picture',
    `${shown}: ${named}, ${labelled}, ${drawn}`,
  ]);
  // One document in ten is bad, one picture in twelve, and one name in two hundred leaves nothing to see.
  failed ||= unseen.length > 0 || shown === 0 || named < shown * 0.9 || labelled < shown || drawn < shown / 2;
  const stopping = performance.now();
  await stop(first);
  results.push(['Ctrl-C to the end', seconds(since(stopping))]);

  const again = performance.now();
  const second = await start();
  await openPage(browser, second.pageUrl);
  const restart = since(again);
  results.push(['second npm start to live tokens (limit 10 s)', seconds(restart)]);
  failed ||= restart > LIMIT_MS.restart;
  await stop(second);

  results.push(['checkout with dependencies and build', `${megabytes(clone)} MB`]);
  results.push(['of it data', `${megabytes(join(clone, '.data'))} MB`]);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, value] of results) console.log(`${what.padEnd(48)} ${value}`);
process.exit(failed ? 1 : 0);
