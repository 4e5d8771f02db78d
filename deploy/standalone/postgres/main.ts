/** The local Postgres: the real one, over a folder, on 127.0.0.1 alone, for as long as this process lives. */
import { startCluster } from './cluster.js';
import { readEnvironment } from './environment.js';

const env = readEnvironment(process.env);
if (typeof env === 'string') {
  console.error(`postgres: ${env}`);
  process.exit(2);
}

const stopAsked = new AbortController();
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => stopAsked.abort());

try {
  const cluster = await startCluster({
    folder: env.DATA_DIR,
    port: env.PORT,
    user: env.POSTGRES_USER,
    password: env.POSTGRES_PASSWORD,
    log: (line) => console.log(line),
    signal: stopAsked.signal,
  });
  stopAsked.signal.addEventListener('abort', () => void cluster.stop());
  process.send?.({ ready: { postgres: `127.0.0.1:${env.PORT}` } });
  const how = await cluster.ended;
  if (!stopAsked.signal.aborted) throw new Error(how);
  process.exit(0);
} catch (error) {
  if (stopAsked.signal.aborted) process.exit(0);
  console.error(`postgres: ${(error as Error).message}`);
  process.exit(1);
}
