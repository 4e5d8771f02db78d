import type { Health } from '@cryptonite/contracts/api';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ObjectStore } from '../../platform/objects/object-store.js';
import { SolanaRpc } from '../../platform/solana/solana-rpc.js';
import { StoreWatch } from './store-watch.js';

const WITHIN_MS = 2_200;
const POSTGRES_EVERY_MS = 500;
/** Each question costs money where the object store is rented, and is one of few where the RPC is public. */
const S3_EVERY_MS = 2_000;
const S3_WITHIN_MS = 6_000;
const RPC_EVERY_MS = 10_000;
const RPC_WITHIN_MS = 5_000;

/** Asks what the site around the scanner needs, over and over, where it is configured: each apart from the others and from the lists. */
@Injectable()
export class SiteProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #watches: StoreWatch[] = [];
  #closePostgres: () => Promise<void> = async () => {};

  constructor(@Inject(CONFIG) config: Config, objects: ObjectStore, rpc: SolanaRpc) {
    const log = new Logger('health');
    const watch = (
      name: string,
      title: string,
      times: { everyMs: number; withinMs: number },
      ask: () => Promise<void>,
    ) =>
      this.#watches.push(
        new StoreWatch({ ...times, name, title, ask, say: (line: string) => log.warn(line) }),
      );
    if (config.POSTGRES_URL !== undefined)
      watch(
        'postgres',
        'Postgres',
        { everyMs: POSTGRES_EVERY_MS, withinMs: WITHIN_MS },
        this.#askPostgres(config.POSTGRES_URL),
      );
    if (config.S3_ENDPOINT !== undefined)
      watch('s3', 'The object store', { everyMs: S3_EVERY_MS, withinMs: S3_WITHIN_MS }, () =>
        objects.check(),
      );
    if (config.SOLANA_RPC_URL !== undefined)
      watch('rpc', 'The RPC', { everyMs: RPC_EVERY_MS, withinMs: RPC_WITHIN_MS }, () => rpc.ask());
  }

  statesAt(nowMs: number): Health['site'] {
    return this.#watches.map((watch) => watch.stateAt(nowMs));
  }

  onApplicationBootstrap(): void {
    for (const watch of this.#watches) watch.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#watches.map((watch) => watch.stop()));
    await this.#closePostgres();
  }

  /** By a connection of its own: those of commands may all be busy. */
  #askPostgres(connectionString: string): () => Promise<void> {
    const pool = new pg.Pool({
      connectionString,
      application_name: 'query-api health',
      max: 1,
      connectionTimeoutMillis: WITHIN_MS,
      query_timeout: WITHIN_MS,
    });
    // Of a connection that breaks between two questions: the next one tells.
    pool.on('error', () => {});
    this.#closePostgres = () => pool.end();
    return async () => {
      await pool.query('SELECT 1');
    };
  }
}
