import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HARMLESS_IN_WORDS, isAllowedSetting, isHarmlessSetting } from './allowed.js';
import { ANALYST_BOUNDS, SERVICE_BOUNDS } from './bounds.js';
import { type Engine, openEngine } from './engine.js';
import { type Environment, READ_ONLY_SESSIONS } from './environment.js';
import type { Backend } from './execute.js';
import { Exporter } from './exporter.js';
import { HeldAnswers } from './held-answers.js';
import { type Caller, startServer } from './server.js';
import { SessionPool } from './session-pool.js';

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
/** A parameter is at most twice as long on its way as in its place. */
const ANALYST_TEXT_BYTES = 2 * ANALYST_BOUNDS.bytes;

/** Analysts are told soon that they wait, before their clients give up by themselves. */
const ANALYSTS_MAX_WAITING = 20;
const ANALYSTS_MAX_WAIT_MS = 10_000;

/** As docs/analysts.md says. */
const ANALYST_LIMITS = {
  max_execution_time: 30,
  max_result_rows: 100_000,
  max_result_bytes: 128 * 1024 ** 2,
  max_memory_usage: 1024 ** 3,
  max_threads: 2,
  // Settings of the URL become part of the statement, too.
  max_query_size: 2 * ANALYST_BOUNDS.bytes,
};

const EXPORT_LIMITS = {
  ...ANALYST_LIMITS,
  max_execution_time: 300,
  max_result_rows: 10_000_000,
  max_result_bytes: 8 * 1024 ** 3,
};

const MAX_EXPORT_SEND_MS = 300_000;

/**
 * An answer is held whole until it is read, without its session, and written in a format it may be longer than its result.
 * One that the engine gives in one piece (JSON, Parquet) is counted when it is there.
 */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;
const MAX_ANSWERS_BYTES = 512 * 1024 ** 2;

/** Room on disk for what does not fit into memory while a reader's statement runs: sorts, joins, groups. */
const TEMPORARY_BYTES = 2 * 1024 ** 3;

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
    readOnlySettings: { ...ANALYST_LIMITS, max_temporary_data_on_disk_size_for_query: TEMPORARY_BYTES },
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
  const analysts: Backend = {
    pool: analystsPool,
    rules: {
      ...engine.known,
      readOnly: true,
      accepted: { test: isHarmlessSetting, inWords: HARMLESS_IN_WORDS },
      limits: numbersByName(ANALYST_LIMITS),
    },
    bounds: ANALYST_BOUNDS,
    maxTextBytes: ANALYST_TEXT_BYTES,
    spoolFolder,
    exports: {
      exporter: new Exporter(
        spoolFolder,
        analystsPool,
        main.pool,
        textsByName(EXPORT_LIMITS),
        MAX_EXPORT_SEND_MS,
      ),
      answers: new HeldAnswers(MAX_ANSWERS_BYTES, MAX_ANSWER_BYTES),
      limits: numbersByName(EXPORT_LIMITS),
    },
  };
  const listen = (port: number, callers: readonly Caller[]) =>
    startServer(port, callers).catch((error: Error) => {
      engine.close();
      return fail(error.message);
    });
  const caller = (user: string, password: string, backend: Backend): Caller => ({ user, password, backend });
  const services = [caller(env.CLICKHOUSE_USER, env.CLICKHOUSE_PASSWORD, main)];
  // Shares the sessions of those who write: what it asks for, somebody waits for.
  const reading = { ...main, rules: { ...main.rules, readOnly: true } };
  if (env.CLICKHOUSE_READER_USER !== undefined)
    services.push(caller(env.CLICKHOUSE_READER_USER, env.CLICKHOUSE_READER_PASSWORD ?? '', reading));
  const servers = [await listen(env.PORT, services)];
  if (env.READONLY_PORT !== undefined) {
    const analyst = caller(env.READONLY_USER ?? '', env.READONLY_PASSWORD ?? '', analysts);
    servers.push(await listen(env.READONLY_PORT, [analyst]));
  }

  const [url, analystsUrl] = servers.map((server) => server.url);
  process.send?.({ ready: { clickhouse: url, ...(analystsUrl && { analysts: analystsUrl }) } });
  console.log(`clickhouse ready at ${url}${analystsUrl ? `, read-only at ${analystsUrl}` : ''}`);
  stopOnRequest(
    engine,
    servers.map(({ server }) => server),
    [main.pool, analysts.pool],
  );
}

const numbersByName = (limits: Record<string, number>): Map<string, number> =>
  new Map(Object.entries(limits));
const textsByName = (limits: Record<string, number>): Map<string, string> =>
  new Map(Object.entries(limits).map(([name, value]) => [name, String(value)]));

function fail(message: string): never {
  console.error(`clickhouse: ${message}`);
  process.exit(1);
}

function stopOnRequest(engine: Engine, servers: Server[], pools: Backend['pool'][]): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const closed = Promise.all(servers.map((server) => once(server.close(), 'close')));
    const drained = await Promise.all(pools.map((pool) => pool.drain(DRAIN_MS)));
    if (!drained.every(Boolean)) {
      console.error(`clickhouse: statements still ran ${DRAIN_MS / 1000} s after the request to stop`);
      // Leaving while the engine works aborts it half-way; a kill is what its storage is made to survive.
      process.kill(process.pid, 'SIGKILL');
    }
    // The last answers are still on their way; a connection counts as idle once its answer is sent.
    const idle = setInterval(() => servers.forEach((server) => void server.closeIdleConnections()), 10);
    await Promise.race([closed, wait(FLUSH_MS)]);
    clearInterval(idle);
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
