/** The local object store: for one machine, one copy of the data, on 127.0.0.1 alone. */
import { mkdirSync } from 'node:fs';
import { lockFolder } from '../folder-lock.js';
import { readEnvironment } from './environment.js';
import { ObjectStore } from './object-store.js';
import { startServer } from './server.js';

const env = readEnvironment(process.env);
if (typeof env === 'string') {
  console.error(`s3: ${env}`);
  process.exit(2);
}

try {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const release = lockFolder(env.DATA_DIR);
  const { server, url } = await startServer({
    store: await ObjectStore.open(env.DATA_DIR),
    port: env.PORT,
    credentials: {
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      region: env.S3_REGION,
    },
    maxObjectBytes: env.MAX_OBJECT_BYTES,
    report: (line) => console.error(`s3: ${line}`),
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // An upload under way is not finished, and leaves nothing.
    server.close();
    server.closeAllConnections();
    release();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.send?.({ ready: { s3: url } });
  console.log(`s3 ready at ${url}`);
} catch (error) {
  console.error(`s3: ${(error as Error).message}`);
  process.exit(1);
}
