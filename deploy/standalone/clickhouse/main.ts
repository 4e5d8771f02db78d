import { readEnvironment } from './environment.js';
import { READ_ONLY_SESSIONS, serve } from './serve.js';
import { moveToLargerThreadPool } from './thread-pool.js';

const environment = readEnvironment(process.env);
if (typeof environment === 'string') {
  console.error(`clickhouse: ${environment}`);
  process.exit(2);
}
if (!moveToLargerThreadPool(import.meta.url, environment.POOL_SIZE + READ_ONLY_SESSIONS)) {
  await serve(environment);
}
