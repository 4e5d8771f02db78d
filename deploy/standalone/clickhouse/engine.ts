import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ChdbResult, Session, type StreamChunk } from 'chdb';
import { findBrokenLogs, writeMended } from './deduplication-logs.js';
import { ClickHouseFault, toFault } from './errors.js';
import type { Rules } from './guard.js';
import {
  KEPT_FOR_THE_ENGINE,
  PATHLESS_DATABASE,
  PATHLESS_VIEWS,
  READABLE_SYSTEM_TABLES,
} from './system-tables.js';
import { quoteIdentifier } from './tokens.js';

/** One engine session. It runs one statement at a time and remembers only which database is current. */
export class EngineSession {
  private database = 'default';

  private constructor(
    private readonly session: Session,
    /** What no error tells. */
    private readonly dataDir: string,
  ) {}

  /** @param settings engine settings that hold for every statement of this session */
  static open(folder: string, settings: Readonly<Record<string, number>>): EngineSession {
    // An embedded engine lets everybody read its own memory addresses, stacks and binary.
    const all = { allow_introspection_functions: 0, ...settings };
    const connectionArgs = Object.entries(all).map(([name, value]) => `--${name}=${value}`);
    return new EngineSession(new Session(folder, { connectionArgs }), dirname(folder));
  }

  /** Makes `database` current. Every request names its own, so nothing carries over from the one before. */
  async enter(database: string): Promise<void> {
    if (database === this.database) return;
    await this.run(`USE ${quoteIdentifier(database)}`, 'Null');
    this.database = database;
  }

  /** @throws ClickHouseFault as the engine reports it */
  async run(sql: string, format: string): Promise<ChdbResult> {
    try {
      return await this.session.queryAsync(sql, { format: engineFormat(format) });
    } catch (error) {
      throw this.faultOf(error);
    }
  }

  /** Reads a SELECT block by block. Stopping early cancels the statement. */
  async *stream(sql: string, format: string): AsyncGenerator<StreamChunk> {
    try {
      yield* this.session.queryStream(sql, { format: engineFormat(format) });
    } catch (error) {
      throw this.faultOf(error);
    }
  }

  close(): void {
    this.session.close();
  }

  private faultOf(error: unknown): ClickHouseFault {
    const { code, type, message } = toFault(error);
    return new ClickHouseFault(code, type, message.replaceAll(this.dataDir, '…'));
  }
}

/** chdb takes the lower-case 'arrow' for a request to SET something on the session. */
const engineFormat = (format: string): string => (format === 'arrow' ? 'Arrow' : format);

export interface Engine {
  sessions: EngineSession[];
  readOnlySessions: EngineSession[];
  known: Pick<Rules, 'tableFunctions' | 'settings' | 'tableSettings'>;
  close(): void;
}

export interface EngineOptions {
  folder: string;
  sessions: number;
  sessionSettings: Readonly<Record<string, number>>;
  readOnlySessions: number;
  readOnlySettings: Readonly<Record<string, number>>;
}

/** The engine's own fence behind the guard: no table changes. 2 rather than 1, so that a statement may bring settings. */
const READ_ONLY = { readonly: 2 };

/** Opens the store, which the engine locks for this process, and recovers what a killed process left. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const first = await openFirst(options);
  await replaceDefaultDatabase(first, options.folder);
  await mendDeduplicationLogs(first, options.folder);
  await dropSystemTables(first);
  await createPathlessViews(first);
  const many = (count: number, settings: Readonly<Record<string, number>>) =>
    Array.from({ length: count }, () => EngineSession.open(options.folder, settings));
  const sessions = [first, ...many(options.sessions - 1, options.sessionSettings)];
  const readOnlySessions = many(options.readOnlySessions, { ...READ_ONLY, ...options.readOnlySettings });
  const names = async (table: string) => {
    const result = await first.run(`SELECT name FROM system.${table}`, 'TSV');
    return new Set(result.text().trimEnd().split('\n'));
  };
  const tableFunctions = new Set([...(await names('table_functions'))].map((name) => name.toLowerCase()));
  return {
    sessions,
    readOnlySessions,
    known: {
      tableFunctions,
      settings: await names('settings'),
      tableSettings: await names('merge_tree_settings'),
    },
    close: () => {
      for (const session of [...readOnlySessions, ...sessions]) session.close();
    },
  };
}

/** A killed predecessor may hold the lock for a moment longer than its supervisor takes to start the next. */
const LOCK_WAIT_MS = 5_000;

async function openFirst({ folder, sessionSettings }: EngineOptions): Promise<EngineSession> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return EngineSession.open(folder, sessionSettings);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

/**
 * The engine starts with a `default` database laid over the file system, in which any path is a table.
 * A plain one over the same metadata takes its place before the first client is served.
 *
 * The engine takes the database's UUID from the link metadata/default, which it makes with the first table,
 * and it attaches the database again only under that UUID. So where the link is missing no table exists yet,
 * and the database is made anew.
 */
async function replaceDefaultDatabase(session: EngineSession, folder: string): Promise<void> {
  const metadata = join(folder, 'metadata');
  await session.run('DETACH DATABASE default', 'Null');
  if (existsSync(join(metadata, 'default'))) {
    await session.run('ATTACH DATABASE default', 'Null');
  } else {
    rmSync(join(metadata, 'default.sql'), { force: true });
    await session.run('CREATE DATABASE default ENGINE = Atomic', 'Null');
  }
  await session.run('USE default', 'Null');
}

/** Of what a killed predecessor had in hand: the databases of broken logs are attached again with mended ones. */
async function mendDeduplicationLogs(session: EngineSession, folder: string): Promise<void> {
  const answer = await session.run("SELECT name FROM system.databases WHERE engine = 'Atomic'", 'TSV');
  for (const database of answer.text().trimEnd().split('\n')) {
    const broken = findBrokenLogs(folder, database);
    if (broken.length === 0) continue;
    await session.run(`DETACH DATABASE ${quoteIdentifier(database)}`, 'Null');
    for (const log of broken) writeMended(log);
    await session.run(`ATTACH DATABASE ${quoteIdentifier(database)}`, 'Null');
  }
  await session.run('USE default', 'Null');
}

/** A table of `system` that is not there cannot be read by whatever name. They come back with the next start of the engine. */
async function dropSystemTables(session: EngineSession): Promise<void> {
  const answer = await session.run("SELECT name FROM system.tables WHERE database = 'system'", 'TSV');
  for (const name of answer.text().trimEnd().split('\n'))
    if (!READABLE_SYSTEM_TABLES.has(name) && name !== KEPT_FOR_THE_ENGINE)
      await session.run(`DETACH TABLE system.${quoteIdentifier(name)}`, 'Null');
}

/** Made anew with each start: a newer engine's tables may have other columns. */
async function createPathlessViews(session: EngineSession): Promise<void> {
  await session.run(`DROP DATABASE IF EXISTS ${PATHLESS_DATABASE}`, 'Null');
  await session.run(`CREATE DATABASE ${PATHLESS_DATABASE} ENGINE = Memory`, 'Null');
  for (const [name, select] of PATHLESS_VIEWS)
    await session.run(`CREATE VIEW ${PATHLESS_DATABASE}.${name} AS ${select}`, 'Null');
}
