import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ObjectStoreAddress } from './bucket.js';

const ENTRY = fileURLToPath(new URL('../../standalone/dist/s3/main.js', import.meta.url));

export interface TestS3 {
  address: ObjectStoreAddress;
  process: ChildProcess;
  /** What it logged by now. */
  said: () => string;
  stop: () => Promise<void>;
}

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 's3-test-'));
export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the compiled server over a folder, on a free port. */
export async function startTestS3(dataDir: string, env: Record<string, string> = {}): Promise<TestS3> {
  const credentials = { region: 'eu-west-1', accessKeyId: 'tester', secretAccessKey: 'a secret of the test' };
  const child = fork(ENTRY, [], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      S3_REGION: credentials.region,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exited = once(child, 'exit');
  const ready = once(child, 'message').then(([message]) => message as { ready: { s3: string } });
  const up = await Promise.race([ready, exited.then(() => null)]);
  if (up === null) throw new Error(`the server exited: ${said}`);
  return {
    address: { endpoint: up.ready.s3, ...credentials },
    process: child,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
