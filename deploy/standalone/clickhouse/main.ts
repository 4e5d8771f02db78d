import { mkdirSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from './engine.js';
import { type Environment, readEnvironment } from './environment.js';
import { startServer } from './server.js';
import { SessionPool } from './session-pool.js';
import { moveToLargerThreadPool } from './thread-pool.js';

/** Statements of analysts run one at a time beside the product's own. */
const READ_ONLY_SESSIONS = 2;
const MAX_WAITING = 200;
/** How long running statements may take to end after SIGTERM. */
const DRAIN_MS = 20_000;
/** Half of the machine's memory, shared by the sessions, and no more than 4 GiB for one statement. */
const sessionMemoryBytes = (sessions: number): number =>
  Math.floor(Math.min(4 * 1024 ** 3, totalmem() / 2 / sessions));
const MAX_EXECUTION_SECONDS = 300;
const ANALYST_LIMITS = {
  max_execution_time: 30,
  max_result_rows: 100_000,
  max_result_bytes: 256 * 1024 ** 2,
  max_memory_usage: 1024 ** 3,
  max_threads: 2,
};

const environment = readEnvironment(process.env);
if (typeof environment === 'string') {
  console.error(`clickhouse: ${environment}`);
  process.exit(2);
}
if (!moveToLargerThreadPool(import.meta.url, environment.POOL_SIZE + READ_ONLY_SESSIONS))
  await serve(environment);

async function serve(env: Environment): Promise<void> {
  const spoolFolder = join(env.DATA_DIR, 'spool');
  const memoryBytes = sessionMemoryBytes(env.POOL_SIZE);
  const engine = await openEngine({
    folder: join(env.DATA_DIR, 'store'),
    sessions: env.POOL_SIZE,
    sessionSettings: { max_execution_time: MAX_EXECUTION_SECONDS, max_memory_usage: memoryBytes },
    readOnlySessions: env.READONLY_PORT === undefined ? 0 : READ_ONLY_SESSIONS,
    readOnlySettings: ANALYST_LIMITS,
  }).catch((error: Error) => {
    console.error(
      `clickhouse: cannot open ${env.DATA_DIR}: ${error.message}; does another process serve it?`,
    );
    process.exit(1);
  });
  // Only now is the folder ours: another process on it would be using its spool.
  rmSync(spoolFolder, { recursive: true, force: true });
  mkdirSync(spoolFolder, { mode: 0o700 });

  const limits = new Map([
    ['max_memory_usage', memoryBytes],
    ['max_execution_time', MAX_EXECUTION_SECONDS],
  ]);
  const pool = new SessionPool(engine.sessions, MAX_WAITING);
  const readOnlyPool = new SessionPool(engine.readOnlySessions, MAX_WAITING);
  const rules = { ...engine.known, readOnly: false, limits };
  const servers = [
    await startServer(
      env.PORT,
      { user: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD },
      { pool, rules, spoolFolder },
    ),
  ];
  if (env.READONLY_PORT !== undefined) {
    servers.push(
      await startServer(
        env.READONLY_PORT,
        { user: env.READONLY_USER ?? '', password: env.READONLY_PASSWORD ?? '' },
        {
          pool: readOnlyPool,
          rules: { ...rules, readOnly: true, limits: new Map(Object.entries(ANALYST_LIMITS)) },
          spoolFolder,
        },
      ),
    );
  }

  const [main, analysts] = servers.map(({ url }) => url);
  process.send?.({ ready: { clickhouse: main, ...(analysts && { analysts }) } });
  console.log(`clickhouse ready at ${main}${analysts ? `, read-only at ${analysts}` : ''}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    for (const { server } of servers) {
      server.close();
      server.closeIdleConnections();
    }
    const drained = await Promise.all([pool.drain(DRAIN_MS), readOnlyPool.drain(DRAIN_MS)]);
    if (drained.every(Boolean)) exitCleanly(engine);
    console.error(`clickhouse: statements still ran ${DRAIN_MS / 1000} s after the request to stop`);
    // Leaving while the engine works aborts it half-way; a kill is what its storage is made to survive.
    process.kill(process.pid, 'SIGKILL');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.once('disconnect', () =>
    // Our launcher forwards signals, so its silent end means it was killed and its successor waits for the lock.
    process.env.DIE_WITH_PARENT && !stopping ? process.kill(process.pid, 'SIGKILL') : stop(),
  );
}

function exitCleanly(engine: Engine): never {
  engine.close();
  process.exit(0);
}
