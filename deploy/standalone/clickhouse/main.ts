import { READ_ONLY_SESSIONS, readEnvironment } from './environment.js';
import { moveToLargerThreadPool } from './thread-pool.js';

const environment = readEnvironment(process.env);
if (typeof environment === 'string') {
  console.error(`clickhouse: ${environment}`);
  process.exit(2);
}
if (!moveToLargerThreadPool(import.meta.url, environment.POOL_SIZE + READ_ONLY_SESSIONS)) {
  // Loaded only here, so that a process that merely passes signals on does not hold the engine too.
  const { serve } = await import('./serve.js');
  await serve(environment);
}
