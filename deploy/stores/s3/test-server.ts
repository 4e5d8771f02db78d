import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestProcess, type TestProcess } from '../test-process.js';
import type { ObjectStoreAddress } from './bucket.js';

export type TestS3 = Omit<TestProcess<unknown>, 'ready'> & { address: ObjectStoreAddress };

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 's3-test-'));
export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the compiled server over a folder, on a free port. */
export async function startTestS3(dataDir: string, env: Record<string, string> = {}): Promise<TestS3> {
  const credentials = { region: 'eu-west-1', accessKeyId: 'tester', secretAccessKey: 'a secret of the test' };
  const started = await startTestProcess<{ s3: string }>('s3', {
    DATA_DIR: dataDir,
    PORT: '0',
    S3_REGION: credentials.region,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...env,
  });
  return { ...started, address: { endpoint: started.ready.s3, ...credentials } };
}
