/** The local Postgres: the real one, over a folder, on 127.0.0.1 alone, for as long as this process lives. */
import { startCluster } from './cluster.js';
import { readEnvironment } from './environment.js';

const env = readEnvironment(process.env);
if (typeof env === 'string') {
  console.error(`postgres: ${env}`);
  process.exit(2);
}

try {
  const cluster = await startCluster({
    folder: env.DATA_DIR,
    port: env.PORT,
    user: env.POSTGRES_USER,
    password: env.POSTGRES_PASSWORD,
    log: (line) => console.log(line),
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void cluster.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.send?.({ ready: { postgres: `127.0.0.1:${env.PORT}` } });
  const how = await cluster.ended;
  if (!isStopping) {
    console.error(`postgres: ${how}`);
    process.exit(1);
  }
} catch (error) {
  console.error(`postgres: ${(error as Error).message}`);
  process.exit(1);
}
