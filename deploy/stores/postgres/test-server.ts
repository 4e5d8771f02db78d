import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../standalone/dist/postgres/main.js', import.meta.url));

export const USER = 'tester';
export const PASSWORD = 'p:ass%word';

export interface TestPostgres {
  /** Of a database, as the user who may do everything. */
  url: (database: string) => string;
  port: number;
  process: ChildProcess;
  /** What it logged by now. */
  said: () => string;
  stop: () => Promise<void>;
}

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'postgres-test-'));
export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the compiled server over a folder, on a free port unless one is given. `as` is another user's id. */
export async function startTestPostgres(
  dataDir: string,
  { port, as }: { port?: number; as?: number } = {},
): Promise<TestPostgres> {
  const listens = port ?? (await freePort());
  const child = fork(ENTRY, [], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(listens),
      POSTGRES_USER: USER,
      POSTGRES_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(as !== undefined && { uid: as, gid: as }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exited = once(child, 'exit');
  const isUp = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
  if (!isUp) throw new Error(`the server exited: ${said}`);
  return {
    url: (database) => `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${listens}/${database}`,
    port: listens,
    process: child,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address !== 'object') throw new Error('No free port on 127.0.0.1');
  return address.port;
}
