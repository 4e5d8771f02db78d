import type { ClickHouseClient } from '@clickhouse/client';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { CLICKHOUSE } from '../../platform/clickhouse/clickhouse.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { MintFilter } from './mint-filter.js';

/** All that were ever measured and are kept. */
const MEASURED_MINTS = 'SELECT DISTINCT mint FROM token_scores_latest_unmerged';
const LIMITS = { max_threads: 1, max_execution_time: 120 };
/** Tables that were restored or filled from a journal hold mints that no record told of. */
const READ_AGAIN_MS = 60 * 60_000;
const TRY_AGAIN_MS = 30_000;

const Row = z.tuple([z.string()]);

/** Which mints were ever measured: of another one nothing is stored, and ClickHouse needs not be asked. */
@Injectable()
export class KnownMints implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #filter = new MintFilter();
  readonly #stopping = new AbortController();
  #isRead = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: ScreeningStore,
    @Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient,
  ) {}

  onApplicationBootstrap(): void {
    this.store.measured.subscribe((mint) => this.#filter.add(mint));
    void this.#readOverAndOver();
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Whether something may be stored of it; true of every mint until the tables were read. */
  mayBe(mint: string): boolean {
    return !this.#isRead || this.#filter.has(mint);
  }

  async #readOverAndOver(): Promise<void> {
    const isRead = await this.#read().then(
      () => true,
      () => false,
    );
    this.#isRead ||= isRead;
    if (this.#stopping.signal.aborted) return;
    const afterMs = isRead ? READ_AGAIN_MS : TRY_AGAIN_MS;
    this.#timer = setTimeout(() => void this.#readOverAndOver(), afterMs).unref();
  }

  async #read(): Promise<void> {
    const answer = await this.clickhouse.query({
      query: MEASURED_MINTS,
      format: 'JSONCompactEachRow',
      clickhouse_settings: LIMITS,
      abort_signal: this.#stopping.signal,
    });
    for await (const rows of answer.stream())
      for (const row of rows) this.#filter.add(Row.parse(row.json())[0]);
  }
}
