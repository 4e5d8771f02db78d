import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runTask, Server } from './stores.js';

/** The local Postgres and object store with their tables and bucket, on free ports and a folder of their own. */
export async function startSiteStores() {
  const folder = mkdtempSync(join(tmpdir(), 'site-stores-'));
  const [postgresPort, s3Port] = [await freePort(), await freePort()];
  const addressOf = (user: string) => `postgres://${user}:secret@127.0.0.1:${postgresPort}/cryptonite`;
  const owner = { POSTGRES_URL: addressOf('cryptonite'), POSTGRES_API_URL: addressOf('query_api') };
  const ownS3 = {
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
    ...ownS3,
    DATA_DIR: join(folder, 's3'),
    PORT: String(s3Port),
  });
  const stop = async () => {
    await Promise.all([postgres.stop(), s3.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([
      postgres.start().then(() => runTask('stores/dist/postgres/main.js', owner)),
      s3.start().then(() => runTask('stores/dist/s3/main.js', ownS3)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env: { POSTGRES_URL: owner.POSTGRES_API_URL, ...ownS3 }, postgres, s3, stop };
}
