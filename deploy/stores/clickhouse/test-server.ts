import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';

const ENTRY = fileURLToPath(new URL('../../standalone/dist/clickhouse/main.js', import.meta.url));

export const USER = 'tester';
export const PASSWORD = 'p:ässword';
export const READER = 'reading-service';
export const READER_PASSWORD = 'reads';
export const ANALYST_PASSWORD = 'reader';

export interface TestServer {
  url: string;
  analystsUrl: string;
  process: ChildProcess;
  /** Resolves with the exit code; null after a kill. */
  exited: Promise<number | null>;
}

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'clickhouse-test-'));

export const removeDataDir = (dataDir: string): void =>
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** Starts the compiled server on free ports, with enough threads that it is one process and can be killed as one. */
export async function startTestServer(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<TestServer> {
  const child = fork(ENTRY, {
    cwd,
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      DATA_DIR: dataDir,
      PORT: '0',
      POOL_SIZE: '4',
      CLICKHOUSE_USER: USER,
      CLICKHOUSE_PASSWORD: PASSWORD,
      CLICKHOUSE_READER_USER: READER,
      CLICKHOUSE_READER_PASSWORD: READER_PASSWORD,
      READONLY_PORT: '0',
      READONLY_USER: 'analyst',
      READONLY_PASSWORD: ANALYST_PASSWORD,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  child.stdout?.resume();
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<{ clickhouse: string; analysts: string }>((resolve) =>
    child.once('message', (message: { ready: { clickhouse: string; analysts: string } }) =>
      resolve(message.ready),
    ),
  );
  const addresses = await Promise.race([ready, exited]);
  if (addresses === null || typeof addresses === 'number') throw new Error(`the server exited: ${errors}`);
  return { url: addresses.clickhouse, analystsUrl: addresses.analysts, process: child, exited };
}

export async function stopTestServer(server: TestServer | undefined): Promise<void> {
  server?.process.kill('SIGTERM');
  await server?.exited;
}

/** A client of the server's own user, in the server's default database unless told otherwise. */
export const connectTo = ({ url }: TestServer, database?: string): ClickHouseClient =>
  createClient({
    url,
    username: USER,
    password: PASSWORD,
    ...(database !== undefined && { database }),
    log: { level: ClickHouseLogLevel.OFF },
  });
