import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { ProblemError } from '../http/problem.js';

const CONNECTIONS_MAX = 10;
const CONNECT_WITHIN_MS = 2_000;
/** With the time to connect it is less than a page waits. */
const ANSWER_WITHIN_MS = 2_500;
const RETRY_AFTER_S = '2';

/**
 * Classes of https://www.postgresql.org/docs/18/errcodes-appendix.html that say nothing of the statement: connection,
 * resources (disk full, too many connections), intervention (a shutdown, a start, a statement that took too long).
 */
const NOT_THE_STATEMENT = /^(08|53|57)/;

export type Row = Record<string, unknown>;
export type Ask = <R extends Row>(sql: string, values?: unknown[]) => Promise<R[]>;

/**
 * What commands keep. While it is away whoever asks gets a problem that says so, at once or within seconds; connections are
 * made anew with the next question. Health asks it too, and tells its outages.
 */
@Injectable()
export class Postgres implements OnApplicationShutdown {
  readonly #pool: pg.Pool | null;

  constructor(@Inject(CONFIG) { POSTGRES_URL: connectionString }: Config) {
    this.#pool =
      connectionString === undefined
        ? null
        : new pg.Pool({
            connectionString,
            application_name: 'query-api',
            max: CONNECTIONS_MAX,
            connectionTimeoutMillis: CONNECT_WITHIN_MS,
            // The first ends the statement there, the second waits no longer where nobody answers.
            statement_timeout: ANSWER_WITHIN_MS,
            query_timeout: ANSWER_WITHIN_MS,
          });
    // Of a connection that nobody uses: the next question finds out for itself.
    this.#pool?.on('error', () => {});
  }

  /** @throws ProblemError `store_unavailable` where there is none, or it does not answer */
  async query<R extends Row>(sql: string, values: unknown[] = []): Promise<R[]> {
    const pool = this.#poolOrProblem();
    return this.#ask(async () => (await pool.query<R>(sql, values)).rows);
  }

  /** All of the work or nothing of it is kept: where it throws, nothing. */
  async transaction<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const pool = this.#poolOrProblem();
    const client = await this.#ask(() => pool.connect());
    // A connection that breaks between two statements says so here, and the next statement fails.
    client.on('error', ignore);
    const ask: Ask = <R extends Row>(sql: string, values: unknown[] = []) =>
      this.#ask(async () => (await client.query<R>(sql, values)).rows);
    let isDone = false;
    try {
      await ask('BEGIN');
      const result = await work(ask);
      await ask('COMMIT');
      isDone = true;
      return result;
    } finally {
      client.off('error', ignore);
      // With its connection goes what was begun and not ended.
      client.release(!isDone);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#pool?.end();
  }

  #poolOrProblem(): pg.Pool {
    if (this.#pool === null) throw new ProblemError('store_unavailable', 'No accounts are kept here.');
    return this.#pool;
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      throw new ProblemError(
        'store_unavailable',
        'What accounts are kept in does not answer. Try again in a few seconds.',
        { 'Retry-After': RETRY_AFTER_S },
      );
    }
  }
}

const ignore = () => {};

const isAway = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError ? NOT_THE_STATEMENT.test(error.code ?? '') : error instanceof Error;
