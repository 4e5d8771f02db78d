/** Processes that a test starts beside the product. */
import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Health } from '@cryptonite/contracts/api';
import { askChild, root } from './product.js';

export type Started = {
  child: ChildProcess;
  /** What it said when it could serve. */
  addresses: Record<string, string>;
  /** What query-api says to who started it. */
  health: () => Promise<Health>;
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

const ENTRIES = {
  source: 'deploy/proofs/dist/fault-source.js',
  market: 'deploy/market/dist/main.js',
  broker: 'deploy/standalone/dist/kafka/main.js',
  clickhouse: 'deploy/standalone/dist/clickhouse/main.js',
  postgres: 'deploy/standalone/dist/postgres/main.js',
  ingest: 'ingest/dist/main.js',
  screener: 'processors/dist/screener/main.js',
  sink: 'processors/dist/sink/main.js',
  enrichers: 'processors/dist/enrichers/main.js',
  'query-api': 'query-api/dist/main.js',
};
export type Program = keyof typeof ENTRIES;

const LAST_WORDS = 2_000;

/** Starts it without a supervisor; resolves when it serves, rejects with its last words when it ends before. */
export async function startProcess(
  program: Program,
  env: Record<string, string>,
  logFile?: string,
): Promise<Started> {
  const child = fork(join(root, ENTRIES[program]), [], {
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = logFile === undefined ? null : createWriteStream(logFile, { flags: 'a' });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-LAST_WORDS);
      log?.write(chunk);
    });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded()) child.kill(signal);
    await gone;
    log?.end();
  };
  const addresses = await new Promise<Record<string, string>>((resolve, reject) => {
    child.on('message', (message: { ready?: Record<string, string> }) => {
      if (message.ready) resolve(message.ready);
    });
    void gone.then(() =>
      reject(new Error(`${program} ended with ${child.signalCode ?? child.exitCode}: ${said}`)),
    );
  });
  return { child, addresses, health: async () => Health.parse(await askChild(child, 'health')), end };
}

/** Runs one of the product's tasks to its end. */
export async function runProcess(entry: string, env: Record<string, string>): Promise<void> {
  const child = fork(join(root, entry), [], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error(`${entry} ended with ${status}`);
}
