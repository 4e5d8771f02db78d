import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { startTestProcess, type TestProcess } from '../test-process.js';

export const USER = 'tester';
export const PASSWORD = 'p:ass%word';

export type TestPostgres = Omit<TestProcess<unknown>, 'ready'> & {
  /** Of a database, as the user who may do everything. */
  url: (database: string) => string;
  port: number;
};

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'postgres-test-'));
export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the compiled server over a folder, on a free port unless one is given. `as` is another user's id. */
export async function startTestPostgres(
  dataDir: string,
  { port, as }: { port?: number; as?: number } = {},
): Promise<TestPostgres> {
  const listens = port ?? (await freePort());
  const env = {
    DATA_DIR: dataDir,
    PORT: String(listens),
    POSTGRES_USER: USER,
    POSTGRES_PASSWORD: PASSWORD,
  };
  return {
    ...(await startTestProcess('postgres', env, as)),
    url: (database) => `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${listens}/${database}`,
    port: listens,
  };
}
