import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ProblemError } from '../../platform/http/problem.js';
import { Postgres } from '../../platform/postgres/postgres.js';

const EVERY_MS = 60_000;
/** So that no statement takes long, however many there are. */
const AT_ONCE = 5_000;

const OVER = { sessions: 'token_sha256', sign_in_nonces: 'nonce' } as const;

/** Takes away sessions and challenges that are over: what is kept of a visit is gone a minute after it is good for nothing. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger('accounts');
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.POSTGRES_URL !== undefined) this.#running = this.#run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#sweep().catch((error: unknown) => {
        // That Postgres is away is told by health.
        if (!(error instanceof ProblemError)) this.#log.error(error);
      });
      await delay(EVERY_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #sweep(): Promise<void> {
    for (const [table, key] of Object.entries(OVER)) {
      let gone = AT_ONCE;
      while (gone === AT_ONCE && !this.#stop.signal.aborted)
        gone = await this.#take(
          `DELETE FROM ${table} WHERE ${key} IN
             (SELECT ${key} FROM ${table} WHERE expires_at <= now() LIMIT ${AT_ONCE})
           RETURNING true AS gone`,
        );
    }
  }

  async #take(sql: string): Promise<number> {
    return (await this.postgres.query(sql)).length;
  }
}
