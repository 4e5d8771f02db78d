import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runTask, Server } from './stores.js';

/** The object store that the environment names, with a bucket of this run; null where it names none. */
function givenS3(env: NodeJS.ProcessEnv) {
  if (!env.S3_CONFORMANCE_ENDPOINT) return null;
  return {
    S3_ENDPOINT: env.S3_CONFORMANCE_ENDPOINT,
    S3_REGION: env.S3_CONFORMANCE_REGION || 'us-east-1',
    S3_BUCKET: `site-${randomUUID()}`,
    S3_ACCESS_KEY_ID: env.S3_CONFORMANCE_ACCESS_KEY_ID ?? '',
    S3_SECRET_ACCESS_KEY: env.S3_CONFORMANCE_SECRET_ACCESS_KEY ?? '',
  };
}

/**
 * The local Postgres and object store with their tables and bucket, on free ports and a folder of their own. Where
 * `S3_CONFORMANCE_ENDPOINT` names another object store (as the conformance suite's does), that is used, and `isOwnS3` is false:
 * it is not ours to stop.
 */
export async function startSiteStores() {
  const folder = mkdtempSync(join(tmpdir(), 'site-stores-'));
  const [postgresPort, s3Port] = [await freePort(), await freePort()];
  const addressOf = (user: string) => `postgres://${user}:secret@127.0.0.1:${postgresPort}/cryptonite`;
  const owner = { POSTGRES_URL: addressOf('cryptonite'), POSTGRES_API_URL: addressOf('query_api') };
  const given = givenS3(process.env);
  const usedS3 = given ?? {
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'cryptonite',
    S3_ACCESS_KEY_ID: 'cryptonite',
    S3_SECRET_ACCESS_KEY: 'secret of the object store',
  };
  const postgres = new Server('standalone/dist/postgres/main.js', {
    DATA_DIR: join(folder, 'postgres'),
    PORT: String(postgresPort),
    POSTGRES_USER: 'cryptonite',
    POSTGRES_PASSWORD: 'secret',
  });
  const s3 = new Server('standalone/dist/s3/main.js', {
    ...usedS3,
    DATA_DIR: join(folder, 's3'),
    PORT: String(s3Port),
  });
  const stop = async () => {
    await Promise.all([postgres.stop(), ...(given ? [] : [s3.stop()])]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([
      postgres.start().then(() => runTask('stores/dist/postgres/main.js', owner)),
      (given ? Promise.resolve() : s3.start()).then(() => runTask('stores/dist/s3/main.js', usedS3)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env: { POSTGRES_URL: owner.POSTGRES_API_URL, ...usedS3 },
    postgres,
    s3,
    isOwnS3: given === null,
    stop,
  };
}
