import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// The compiled entry, as it is started: npx tsc -b query-api makes it.
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export type MainProcess = { child: ChildProcess; printed: { out: string; err: string } };

/** The process that serves, on a free port and without its stores unless the environment names them. */
export function forkMain(env: Record<string, string>): MainProcess {
  const child = fork(MAIN, [], {
    env: { KAFKA_BROKERS: '127.0.0.1:1', CLICKHOUSE_URL: 'http://127.0.0.1:1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (printed.out += chunk));
  child.stderr?.on('data', (chunk) => (printed.err += chunk));
  return { child, printed };
}

/** Resolves with where it serves, once it does. */
export async function readyAt({ child }: MainProcess): Promise<string> {
  const [message] = await once(child, 'message');
  return message.ready['query-api'];
}
