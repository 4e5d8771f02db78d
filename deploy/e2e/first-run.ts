/**
 * `npm run test:first-run`: what a newcomer meets. Clones this checkout's commit, starts the product with nothing
 * installed, opens the page, stops, starts again on the same data, and prints times and disk. Exits 1 when the page
 * does not come up with live tokens, or not within the limits that the README promises, or when a visitor has not seen
 * qualified and rejected tokens, alerts and migrations two minutes after the product began, or their names and pictures
 * three minutes after that. Those two minutes begin once npm has installed and built: what that takes is the network's
 * and the machine's.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, withoutTime } from '@cryptonite/proofs/product.js';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';

/** Launches are stored at the lowest priority: on a slow machine minutes after the page shows them. */
const LIMIT_MS = { first: 180_000, restart: 10_000, sights: 120_000, pictures: 180_000 };

const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
const clone = join(folder, 'cryptonite');
const megabytes = (path: string) =>
  Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);

type Run = {
  child: ChildProcess;
  pageUrl: string;
  lines: string[];
  /** When the product itself began, by `performance.now()`. */
  beganMs: number;
};

/** The product's first line, after all that npm installs and builds. */
const FIRST_LINE = /Data folder /;

/** Resolves when the last line has printed the page's address. */
function start(): Promise<Run> {
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: clone,
    // Nothing is built already; what npm has downloaded before is left to it.
    env: { ...process.env, NX_CACHE_DIRECTORY: join(folder, 'nx') },
    // Its own group, so that the signal below reaches npm and the product as a terminal's Ctrl-C would.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    let beganMs: number | null = null;
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      text += chunk.toString();
      if (FIRST_LINE.test(text)) beganMs ??= performance.now();
      const [, pageUrl] = /Open (http:\S+)/.exec(text) ?? [];
      if (pageUrl && beganMs !== null)
        resolve({ child, pageUrl, lines: text.split('\n').map(withoutTime), beganMs });
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
    const path = `/discovery?tab=high-hype&${lists[turn % lists.length]}`;
    const card = page.getByTestId('token-card').first();
    const look = page.goto(`${pageUrl}${path}`).then(() => card.waitFor({ timeout: 1_500 }));
    if (
      await look.then(
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

/** Opens a page for each sight and waits until it is there. @returns what was not seen by the deadline */
async function lookAround(browser: Browser, pageUrl: string, deadline: number): Promise<string[]> {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
  const see = async (path: string, find: Sight['find']) => {
    const page = await context.newPage();
    await page.goto(`${pageUrl}/discovery?tab=high-hype&${path}`);
    await find(page)
      .first()
      // 0 would be no limit at all.
      .waitFor({ timeout: Math.max(1, deadline - performance.now()) });
  };
  const seen = await Promise.all(
    SIGHTS.map(({ paths, find }) =>
      Promise.any(paths.map((path) => see(path, find))).then(
        () => true,
        () => false,
      ),
    ),
  );
  await context.close();
  return SIGHTS.filter((_, index) => !seen[index]).map(({ what }) => what);
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;
const addressesOf = ({ lines }: Run, service: string) =>
  lines.find((line) => line.startsWith(`${service} is up: `))?.match(ADDRESS) ?? [];

type Shown = { mint: string; symbol: string; isLabelled: boolean };

/** The tokens of all lists. */
async function readCards(page: Page, pageUrl: string): Promise<Shown[]> {
  const tokens = new Map<string, Shown>();
  for (const path of new Set(SIGHTS.flatMap(({ paths }) => paths))) {
    await page.goto(`${pageUrl}/discovery?tab=high-hype&${path}`);
    const cards = page.getByTestId('token-card');
    await cards
      .first()
      .or(page.getByText(/^No (Qualified|Rejected) Tokens/))
      .first()
      .waitFor();
    await filled(page);
    const shown = await cards.evaluateAll((all) =>
      all.map((card) => ({
        mint: card.getAttribute('data-mint') ?? '',
        symbol: card.querySelector('h3')?.firstElementChild?.textContent?.trim() ?? '',
      })),
    );
    const bar = (await page.getByTestId('sticky-bar').textContent()) ?? '';
    const isLabelled = bar.includes('Simulated market');
    for (const token of shown.slice(0, MOST_OF_A_LIST)) tokens.set(token.mint, { ...token, isLabelled });
  }
  return [...tokens.values()];
}

/** Few enough for the gateway, which answers 300 requests a minute. */
const MOST_OF_A_LIST = 10;
/** Longer than a slow document takes, shorter than one that stalls. */
const PICTURE_MS = 15_000;

/**
 * Of the tokens on the page: how many have a symbol, how many stand under a bar that says that they are simulated, and how many have a picture
 * that the browser can draw by the deadline, found as any reader finds it: by the address in the launch, its document
 * and the gateway.
 */
async function lookAtTokens(browser: Browser, run: Run, deadline: number) {
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  const tokens = await readCards(page, run.pageUrl);
  const [gateway = ''] = addressesOf(run, 'market');
  const served = (uri: string) => new URL(new URL(uri).pathname, gateway).href;
  const isDrawn = async (uri: string) => {
    const answer = await fetch(served(uri), { signal: AbortSignal.timeout(PICTURE_MS) });
    const { image } = (await answer.json()) as { image: string };
    await page.goto(served(image), { timeout: PICTURE_MS });
    const width = await page
      .locator('img')
      .evaluate((node) => (node as { naturalWidth?: number }).naturalWidth, undefined, {
        timeout: PICTURE_MS,
      });
    return width === 128;
  };
  let drawn = 0;
  const waiting = new Set(tokens.map(({ mint }) => mint));
  while (waiting.size > 0 && performance.now() < deadline) {
    for (const mint of waiting) {
      if (performance.now() >= deadline) break;
      const uri = await uriOf(run, mint);
      // Tables may lag behind the page while the market's past is read.
      if (uri === null) continue;
      waiting.delete(mint);
      const why = await isDrawn(uri).then(
        (isWhole) => (isWhole ? null : 'it has another size'),
        (error) => String(error).split('\n')[0],
      );
      if (why === null) drawn++;
      else console.log(`no picture of ${mint} (${uri}): ${why}`);
    }
    await wait(1_000);
  }
  await page.close();
  return {
    shown: tokens.length,
    named: tokens.filter(({ symbol }) => symbol !== '').length,
    labelled: tokens.filter(({ isLabelled }) => isLabelled).length,
    drawn,
  };
}

/** The address in a launch's create transaction, as an analyst reads it; null while the launch is not stored. */
async function uriOf(run: Run, mint: string): Promise<string | null> {
  const { analystPassword } = JSON.parse(readFileSync(join(clone, '.data/secrets.json'), 'utf8'));
  const url = new URL(addressesOf(run, 'clickhouse').at(-1) ?? '');
  url.search = new URLSearchParams({
    database: 'cryptonite',
    query: 'SELECT uri FROM launches_created WHERE mint = {mint:String} LIMIT 1 FORMAT TSVRaw',
    param_mint: mint,
  }).toString();
  const headers = { 'x-clickhouse-user': 'analyst', 'x-clickhouse-key': analystPassword };
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the analysts' port answers ${answer.status}: ${text}`);
  return text === '' ? null : text.trim();
}

const results: [string, string][] = [];
let failed = false;
let running: Run | null = null;
const browser = await launchBrowser();
try {
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const begun = performance.now();
  const since = (from: number) => performance.now() - from;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

  const first = await start();
  running = first;
  results.push(['npm start to the page’s address', seconds(since(begun))]);
  const opened = performance.now();
  results.push(['of it since all is installed and built', seconds(opened - first.beganMs)]);
  await openPage(browser, first.pageUrl);
  const live = since(begun);
  results.push(['npm start to live tokens (limit 180 s)', seconds(live)]);
  failed ||= live > LIMIT_MS.first;
  const unseen = await lookAround(browser, first.pageUrl, first.beganMs + LIMIT_MS.sights);
  const seenAll = (from: number) => (unseen.length === 0 ? seconds(since(from)) : 'never');
  results.push(['all sights seen, since installed and built (limit 120 s)', seenAll(first.beganMs)]);
  results.push(['all sights seen, since the page’s address', seenAll(opened)]);
  for (const what of unseen) results.push(['not seen', what]);
  const deadline = performance.now() + LIMIT_MS.pictures;
  const { shown, named, labelled, drawn } = await lookAtTokens(browser, first, deadline);
  results.push([
    'of tokens shown: named, labelled, with a picture (limit 180 s)',
    `${shown}: ${named}, ${labelled}, ${drawn}`,
  ]);
  // One document in ten is bad, one picture in twelve, and one name in two hundred leaves nothing to see.
  failed ||= unseen.length > 0 || shown === 0 || named < shown * 0.9 || labelled < shown || drawn < shown / 2;
  const stopping = performance.now();
  await stop(first);
  running = null;
  results.push(['Ctrl-C to the end', seconds(since(stopping))]);

  const again = performance.now();
  const second = await start();
  running = second;
  await openPage(browser, second.pageUrl);
  const restart = since(again);
  results.push(['second npm start to live tokens (limit 10 s)', seconds(restart)]);
  failed ||= restart > LIMIT_MS.restart;
  await stop(second);
  running = null;

  results.push(['checkout with dependencies and build', `${megabytes(clone)} MB`]);
  results.push(['of it data', `${megabytes(join(clone, '.data'))} MB`]);
} finally {
  await browser.close();
  if (running) await stop(running);
  rmSync(folder, { recursive: true, force: true });
}
for (const [what, value] of results) console.log(`${what.padEnd(56)} ${value}`);
process.exit(failed ? 1 : 0);
