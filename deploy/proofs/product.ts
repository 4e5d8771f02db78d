/** Starts the whole product as `npm start` does, on a data folder and ports of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Health } from '@cryptonite/contracts/api';

// Compiled (deploy/proofs/dist) or as source (deploy/proofs): the checkout is found either way.
const here = fileURLToPath(new URL('.', import.meta.url));
export const root = resolve(here, basename(here) === 'dist' ? '../../..' : '../..');

export type Product = {
  pageUrl: string;
  dataDir: string;
  /** What it was given beside this process's environment. */
  env: Record<string, string>;
  /** What it printed, line by line, without the times before the lines. */
  lines: string[];
  pids: () => Promise<Record<string, number | undefined>>;
  /** All of health, as whoever started it is told: also while nobody can sign in. Rejects where query-api does not answer. */
  health: () => Promise<Health>;
  /** Stops it as Ctrl-C does. `keepData` leaves the data folder for a second start. */
  stop: (keepData?: boolean) => Promise<void>;
};

const START_LIMIT_MS = 120_000;

/**
 * `args` as on the command line of `npm start`; `env` may name stores outside. Rejects with what was printed when it
 * does not come up.
 */
export async function startProduct(
  args: string[],
  dataDir?: string,
  env: Record<string, string> = {},
): Promise<Product> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'cryptonite-'));
  // A proof's own source has no services beside it: public ones would be asked about its launches.
  const asked = args.includes('--source') ? { ENRICHERS: '0' } : {};
  const child = fork(
    join(root, 'deploy/standalone/dist/supervisor/main.js'),
    ['--data', folder, '--port', '0', ...args],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: { ...process.env, ...asked, ...env } },
  );
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', (line) => lines.push(withoutTime(line)));
  const pageUrl = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`not up in time:\n${lines.join('\n')}`)), START_LIMIT_MS);
    child.on('message', (message: { ready?: { page: string } }) => {
      if (!message.ready) return;
      clearTimeout(limit);
      resolve(message.ready.page);
    });
    child.once('exit', (status) => {
      clearTimeout(limit);
      reject(new Error(`ended with ${status}:\n${lines.join('\n')}`));
    });
  }).catch(async (error) => {
    await end(child);
    throw error;
  });
  return {
    pageUrl,
    dataDir: folder,
    env,
    lines,
    pids: () => askChild(child, 'pids') as Promise<Record<string, number | undefined>>,
    health: async () => Health.parse(await askChild(child, 'health')),
    stop: async (keepData = false) => {
      await end(child);
      if (!keepData) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a process that was started here answers to a word, in a message under the same. */
export const askChild = (child: ChildProcess, word: 'pids' | 'health'): Promise<unknown> =>
  new Promise((resolve) => {
    const answer = (message: Record<string, unknown>) => {
      if (!(word in message)) return;
      child.off('message', answer);
      resolve(message[word]);
    };
    child.on('message', answer);
    child.send(word);
  });

/** Of a line that was printed or stands in a log: what was said. */
export const withoutTime = (line: string): string => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, '');

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await gone;
}

/** Asks again until `look` answers something other than null; rejects with `what` after the limit. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  limitMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let last: unknown = null;
  for (;;) {
    try {
      const answer = await look();
      if (answer !== null) return answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline)
      throw new Error(`${what}: not so after ${limitMs} ms`, { cause: last ?? undefined });
    await wait(100);
  }
}
