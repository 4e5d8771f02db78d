/**
 * `npm run test:first-run`: what a newcomer meets. Clones this checkout's commit, starts the product with nothing
 * installed, opens the page, stops, starts again on the same data, and prints times and disk. Exits 1 when the page
 * does not come up with live tokens, or not within the limits that the README promises.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { root } from './product.js';

const LIMIT_MS = { first: 180_000, restart: 10_000 };

const folder = mkdtempSync(join(tmpdir(), 'first-run-'));
const clone = join(folder, 'cryptonite');
const megabytes = (path: string) =>
  Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024);

type Run = { child: ChildProcess; pageUrl: string };

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
      if (pageUrl) resolve({ child, pageUrl });
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
