import { randomUUID } from 'node:crypto';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { composeExport } from './compose.js';
import type { EngineSession } from './engine.js';
import { ClickHouseFault, tooLarge, tooMany } from './errors.js';
import type { SessionPool } from './session-pool.js';
import type { Query, Settings } from './statement.js';
import { quoteString } from './tokens.js';

/** Formats that tools read back without more than the file. */
const FORMATS = ['Parquet', 'CSV', 'CSVWithNames', 'TSVWithNames', 'JSONEachRow'];

const MAX_FILE_BYTES = 4 * 1024 ** 3;
/** Twice what ingest needs free to go on. */
const MIN_FREE_BYTES = 2_000_000_000;
const LOOK_EVERY_MS = 200;
/** The reader of the export before may have all of it a moment before its file is put away. */
const LAST_ONE_ENDS_WITHIN_MS = 300;

export interface Export {
  query: Query;
  settings: Settings;
  database: string;
  format: string;
}

/**
 * Answers with more rows than are held in memory: the engine writes them into a private file, which is then sent. So every
 * error has its status, the length is known, and a slow reader holds no session. One at a time.
 */
export class Exporter {
  private isRunning = false;

  constructor(
    private readonly folder: string,
    private readonly pool: SessionPool<EngineSession>,
    /** Sessions that may end a statement of another one. */
    private readonly owners: SessionPool<EngineSession>,
    private readonly limits: Settings,
  ) {}

  /**
   * @param isGone says that nobody waits for it any more
   * @param send is given the file, which is removed when it is done, and its format
   * @throws ClickHouseFault 73 for another format, 202 while another export runs, 307 beyond the file's limit
   */
  async use(
    asked: Export,
    isGone: () => boolean,
    send: (file: string, format: string) => Promise<void>,
  ): Promise<void> {
    const format = FORMATS.find((name) => name.toLowerCase() === asked.format.toLowerCase());
    if (format === undefined)
      throw new ClickHouseFault(
        73,
        'UNKNOWN_FORMAT',
        `an export is written as ${FORMATS.join(', ')}, not as ${asked.format}: end the statement with FORMAT Parquet`,
      );
    for (let waitedMs = 0; this.isRunning && waitedMs < LAST_ONE_ENDS_WITHIN_MS; waitedMs += 20)
      await wait(20);
    if (this.isRunning) throw tooMany('another export is running, and one does at a time');
    this.isRunning = true;
    const file = join(this.folder, randomUUID());
    try {
      const settings = new Map([...this.limits, ...asked.settings]);
      await this.pool.use(async (session) => {
        await session.enter(asked.database);
        await this.write(session, composeExport(asked.query, settings, format, file), file, isGone);
      });
      if (!isGone()) await send(file, format);
    } finally {
      this.isRunning = false;
      await rm(file, { force: true });
    }
  }

  private async write(
    session: EngineSession,
    sql: string,
    file: string,
    isGone: () => boolean,
  ): Promise<void> {
    const done = new AbortController();
    const stopped = this.watch(file, isGone, done.signal);
    const failure = await session.run(sql, 'Null').then(
      () => undefined,
      (error: unknown) => error,
    );
    done.abort();
    const reason = await stopped;
    if (reason || failure) throw reason ?? failure;
  }

  /** Ends the statement that writes `file` when that grows too long, the disk too full or the reader is gone; and says why. */
  private async watch(
    file: string,
    isGone: () => boolean,
    done: AbortSignal,
  ): Promise<ClickHouseFault | undefined> {
    let reason: ClickHouseFault | undefined;
    while (!done.aborted) {
      await wait(LOOK_EVERY_MS, undefined, { signal: done }).catch(() => {});
      reason ??= await this.reasonToStop(file, isGone);
      if (reason && !done.aborted) await this.kill(file);
    }
    return reason;
  }

  private async reasonToStop(file: string, isGone: () => boolean): Promise<ClickHouseFault | undefined> {
    if (isGone()) return new ClickHouseFault(394, 'QUERY_WAS_CANCELLED', 'the reader is gone');
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > MAX_FILE_BYTES) return tooLarge('the export', MAX_FILE_BYTES);
    const { bavail, bsize } = await statfs(this.folder);
    if (bavail * bsize < MIN_FREE_BYTES)
      return new ClickHouseFault(243, 'NOT_ENOUGH_SPACE', 'the disk is too full for this export', 507);
    return undefined;
  }

  private kill(file: string): Promise<unknown> {
    const ours = `KILL QUERY WHERE position(query, ${quoteString(file)}) > 0 ASYNC`;
    return this.owners.use((session) => session.run(ours, 'Null'));
  }
}
