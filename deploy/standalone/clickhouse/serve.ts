import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ANALYST_LIMITS,
  ANALYST_TEMPORARY_BYTES,
  EXPORT_LIMITS,
} from '@cryptonite/stores/clickhouse/analyst-limits.js';
import { isAllowedSetting } from './allowed.js';
import { SERVICE_BOUNDS } from './bounds.js';
import { type Engine, openEngine } from './engine.js';
import { type Environment, READ_ONLY_SESSIONS } from './environment.js';
import { type Backend, execute } from './execute.js';
import { Exporter } from './exporter.js';
import { Front } from './front.js';
import { type Caller, startServer } from './server.js';
import { SessionPool } from './session-pool.js';
import { serveFronts } from './store-link.js';

const MAX_WAITING = 200;
/** How long running statements may take to end after the request to stop, and answers to be read: in all less than the supervisor's 15 s. */
const DRAIN_MS = 10_000;
const FLUSH_MS = 2_000;

const MAX_EXECUTION_SECONDS = 300;
/** Half of the machine's memory, shared by the sessions, and no more than 4 GiB for one statement. */
const sessionMemoryBytes = (sessions: number): number =>
  Math.floor(Math.min(4 * 1024 ** 3, totalmem() / 2 / sessions));

/** Half of what a statement may become. */
const SERVICE_TEXT_BYTES = SERVICE_BOUNDS.bytes / 2;

/** Analysts are told soon that they wait, before their clients give up by themselves. */
const ANALYSTS_MAX_WAITING = 20;
const ANALYSTS_MAX_WAIT_MS = 10_000;

/** Opens the store, serves it until a signal or the end of the parent, and leaves it in order. */
export async function serve(env: Environment): Promise<void> {
  const limits = {
    max_execution_time: MAX_EXECUTION_SECONDS,
    max_memory_usage: sessionMemoryBytes(env.POOL_SIZE),
    // The engine's own limit is 256 KiB, and parameters become part of the statement.
    max_query_size: SERVICE_BOUNDS.bytes,
  };
  const engine = await openEngine({
    folder: join(env.DATA_DIR, 'store'),
    sessions: env.POOL_SIZE,
    sessionSettings: limits,
    readOnlySessions: env.READONLY_PORT === undefined ? 0 : READ_ONLY_SESSIONS,
    readOnlySettings: {
      ...ANALYST_LIMITS,
      max_temporary_data_on_disk_size_for_query: ANALYST_TEMPORARY_BYTES,
    },
  }).catch((error: Error) =>
    fail(`cannot open ${env.DATA_DIR}, perhaps another process serves it: ${error.message}`),
  );
  const spoolFolder = join(env.DATA_DIR, 'spool');
  // Only now is the folder ours: another process on it would be using its spool.
  rmSync(spoolFolder, { recursive: true, force: true });
  mkdirSync(spoolFolder, { mode: 0o700 });

  const main: Backend = {
    pool: new SessionPool(engine.sessions, MAX_WAITING),
    rules: {
      ...engine.known,
      readOnly: false,
      accepted: { test: isAllowedSetting, inWords: 'those of formats, limits, planning and deduplication' },
      limits: numbersByName(limits),
    },
    bounds: SERVICE_BOUNDS,
    maxTextBytes: SERVICE_TEXT_BYTES,
    spoolFolder,
  };
  const analystsPool = new SessionPool(engine.readOnlySessions, ANALYSTS_MAX_WAITING, ANALYSTS_MAX_WAIT_MS);
  const listen = (port: number, callers: readonly Caller[]) =>
    startServer(port, callers).catch((error: Error) => {
      engine.close();
      return fail(error.message);
    });
  const caller = (user: string, password: string, backend: Backend): Caller => ({
    user,
    password,
    answer: (request, response) => execute(backend, request, response),
  });
  const services = [caller(env.CLICKHOUSE_USER, env.CLICKHOUSE_PASSWORD, main)];
  // Shares the sessions of those who write: what it asks for, somebody waits for.
  const reading = { ...main, rules: { ...main.rules, readOnly: true } };
  if (env.CLICKHOUSE_READER_USER !== undefined)
    services.push(caller(env.CLICKHOUSE_READER_USER, env.CLICKHOUSE_READER_PASSWORD ?? '', reading));
  const { server, url } = await listen(env.PORT, services);
  const front =
    env.READONLY_PORT === undefined
      ? undefined
      : new Front(
          {
            port: env.READONLY_PORT,
            user: env.READONLY_USER ?? '',
            password: env.READONLY_PASSWORD ?? '',
            spoolFolder,
            known: engine.known,
          },
          serveFronts({
            pool: analystsPool,
            exporter: new Exporter(spoolFolder, analystsPool, main.pool, textsByName(EXPORT_LIMITS)),
          }),
        );
  const analystsUrl = await front?.start().catch((error: Error) => {
    engine.close();
    return fail(error.message);
  });

  process.send?.({ ready: { clickhouse: url, ...(analystsUrl && { analysts: analystsUrl }) } });
  console.log(`clickhouse ready at ${url}${analystsUrl ? `, read-only at ${analystsUrl}` : ''}`);
  stopOnRequest(engine, server, front, [main.pool, analystsPool]);
}

const numbersByName = (limits: Record<string, number>): Map<string, number> =>
  new Map(Object.entries(limits));
const textsByName = (limits: Record<string, number>): Map<string, string> =>
  new Map(Object.entries(limits).map(([name, value]) => [name, String(value)]));

function fail(message: string): never {
  console.error(`clickhouse: ${message}`);
  process.exit(1);
}

function stopOnRequest(
  engine: Engine,
  server: Server,
  front: Front | undefined,
  pools: Backend['pool'][],
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const closed = Promise.all([once(server.close(), 'close'), front?.stop()]);
    const drained = await Promise.all(pools.map((pool) => pool.drain(DRAIN_MS)));
    if (!drained.every(Boolean)) {
      console.error(`clickhouse: statements still ran ${DRAIN_MS / 1000} s after the request to stop`);
      // Leaving while the engine works aborts it half-way; a kill is what its storage is made to survive.
      process.kill(process.pid, 'SIGKILL');
    }
    // The last answers are still on their way; a connection counts as idle once its answer is sent.
    const idle = setInterval(() => server.closeIdleConnections(), 10);
    await Promise.race([closed, wait(FLUSH_MS)]);
    clearInterval(idle);
    front?.kill();
    engine.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.once('disconnect', () => {
    // Our launcher forwards signals, so its silent end means a kill, and its successor waits for the lock.
    if (process.env.DIE_WITH_PARENT && !stopping) process.kill(process.pid, 'SIGKILL');
    else stop();
  });
}
