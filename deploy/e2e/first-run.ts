/**
 * `npm run test:first-run`: what a newcomer meets. Clones this checkout's commit, starts the product with nothing
 * installed, opens the page, stops, starts again on the same data, and prints times and disk. Exits 1 when the page
 * does not come up with live tokens, or not within the limits that the README promises, or when a visitor has not seen
 * qualified and rejected tokens, alerts and migrations two minutes after the product began, or their names and pictures
 * three minutes after that. Those two minutes begin once npm has installed and built: what that takes is the network's
 * and the machine's.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@cryptonite/proofs/product.js';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { filled } from './filled.js';

/** Pictures come as fast as gateways let enrichers ask, after what the chain says. */
const LIMIT_MS = { first: 180_000, restart: 10_000, sights: 120_000, pictures: 180_000 };

const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
const clone = join(folder, 'cryptonite');
const megabytes = (path: string) =>
  Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);

type Run = {
  child: ChildProcess;
  pageUrl: string;
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
      if (pageUrl && beganMs !== null) resolve({ child, pageUrl, beganMs });
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

type Shown = { mint: string; symbol: string; isDrawn: boolean; isLabelled: boolean };

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
        isDrawn:
          ((card.querySelector('.tile img') as { naturalWidth?: number } | null)?.naturalWidth ?? 0) > 0,
      })),
    );
    const bar = (await page.getByTestId('sticky-bar').textContent()) ?? '';
    const isLabelled = bar.includes('Simulated market');
    for (const token of shown.slice(0, MOST_OF_A_LIST)) tokens.set(token.mint, { ...token, isLabelled });
  }
  return [...tokens.values()];
}

/** So many of a list are in sight, where pictures are loaded. */
const MOST_OF_A_LIST = 10;

/**
 * Of the tokens on the page: how many have a symbol, how many stand under a bar that says that they are simulated, and how
 * many show a picture, once half of them do or the deadline is over.
 */
async function lookAtTokens(browser: Browser, { pageUrl }: Run, deadline: number) {
  const page = await browser.newPage({ viewport: VIEWPORTS.desktop });
  const look = async () => {
    const tokens = await readCards(page, pageUrl);
    return {
      shown: tokens.length,
      named: tokens.filter(({ symbol }) => symbol !== '').length,
      labelled: tokens.filter(({ isLabelled }) => isLabelled).length,
      drawn: tokens.filter(({ isDrawn }) => isDrawn).length,
    };
  };
  let seen = await look();
  while (seen.drawn < seen.shown / 2 && performance.now() < deadline) {
    await wait(1_000);
    seen = await look();
  }
  await page.close();
  return seen;
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
