/** A real MinIO on this machine for tests. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@cryptonite/stores/free-port.js';
import type { ObjectStoreAddress } from '@cryptonite/stores/s3/bucket.js';

const run = promisify(execFile);

/** The last of the open releases. */
const MODULE = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c';
const COMMIT = '7aac2a2c5b7c';
const BUILD_LIMIT_MS = 1_200_000;
const START_LIMIT_MS = 30_000;

export type RunningMinio = { address: ObjectStoreAddress; stop: () => Promise<void> };

/** No real MinIO can be had here: the message names what is missing and how to give it. */
export class NoMinioError extends Error {}

/** The object store that the environment names; null where it names none. */
export function readObjectStoreAddress(env: NodeJS.ProcessEnv): ObjectStoreAddress | null {
  if (!env.S3_CONFORMANCE_ENDPOINT) return null;
  return {
    endpoint: env.S3_CONFORMANCE_ENDPOINT,
    region: env.S3_CONFORMANCE_REGION || 'us-east-1',
    accessKeyId: env.S3_CONFORMANCE_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_CONFORMANCE_SECRET_ACCESS_KEY ?? '',
  };
}

/** What the conformance suite reads to reach it. */
export const environmentOf = (address: ObjectStoreAddress): Record<string, string> => ({
  S3_CONFORMANCE_ENDPOINT: address.endpoint,
  S3_CONFORMANCE_REGION: address.region,
  S3_CONFORMANCE_ACCESS_KEY_ID: address.accessKeyId,
  S3_CONFORMANCE_SECRET_ACCESS_KEY: address.secretAccessKey,
});

/**
 * Starts MinIO over `folder` on a free port and resolves when it serves. Go builds it, once, into the user's cache folder.
 * @throws NoMinioError where there is no Go
 */
export async function startMinio(folder: string): Promise<RunningMinio> {
  const program = await buildOnce();
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const secretAccessKey = randomBytes(24).toString('base64url');
  const logFile = join(folder, 'minio.log');
  const log = openSync(logFile, 'a');
  const child = spawn(
    program,
    ['server', '--quiet', '--address', `127.0.0.1:${port}`, join(folder, 'data')],
    {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        MINIO_ROOT_USER: 'cryptonite',
        MINIO_ROOT_PASSWORD: secretAccessKey,
        MINIO_BROWSER: 'off',
      },
      stdio: ['ignore', log, log],
    },
  );
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const gone = once(child, 'exit').then(() => process.off('exit', endWithUs));
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${endpoint}/minio/health/ready`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`MinIO does not serve at ${endpoint}:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await wait(100);
  }
  return {
    address: { endpoint, region: 'us-east-1', accessKeyId: 'cryptonite', secretAccessKey },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function buildOnce(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cryptonite');
  const program = join(cache, `minio-${COMMIT}`);
  if (existsSync(program)) return program;
  if (!(await run('go', ['version']).catch(() => null)))
    throw new NoMinioError(
      'No real MinIO can be built here: go is not in the PATH. Install Go 1.24 or newer, or name a server in S3_CONFORMANCE_ENDPOINT (S3_CONFORMANCE_ACCESS_KEY_ID, S3_CONFORMANCE_SECRET_ACCESS_KEY, S3_CONFORMANCE_REGION).',
    );
  console.log(`Building ${MODULE}, some minutes …`);
  const unfinished = join(cache, `minio-${process.pid}`);
  try {
    await run('go', ['install', MODULE], {
      // What lies around here is no module of Go.
      cwd: homedir(),
      env: { ...process.env, GOBIN: unfinished, GOFLAGS: '-mod=mod' },
      timeout: BUILD_LIMIT_MS,
      maxBuffer: 64 << 20,
    }).catch((error: Error & { stderr?: string }) => {
      throw new NoMinioError(`Go did not build MinIO: ${(error.stderr || error.message).slice(-2_000)}`);
    });
    renameSync(join(unfinished, 'minio'), program);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return program;
}
