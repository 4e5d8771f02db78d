import type { ClickHouseClient } from '@clickhouse/client';
import { type PriceTrail, trailAfter } from '@cryptonite/contracts/measures';
import { Inject, Injectable } from '@nestjs/common';
import { CLICKHOUSE } from '../../../platform/clickhouse/clickhouse.js';
import type { Said } from '../view/said.js';
import { DESCRIBED, LAYERS, LISTED_TOKENS, PRICES, SCANS, TRAILED } from './latest-rows.sql.js';
import { assessedOf, describedOf, priceOf, saidByRow, scanOf, trailedOf } from './stored-rows.js';

/** What the sink stored of every token that a list may show, and of every partition's scan. */
@Injectable()
export class LatestRows {
  constructor(@Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient) {}

  /** Reads of one row each: the newest measurement of a token, who it is, its layers and trail, then the scans. */
  async *read(signal: AbortSignal): AsyncGenerator<() => Said[]> {
    // First: what is said of a token that no list holds yet has a bounded place to wait in.
    for await (const row of this.#rows(LISTED_TOKENS, signal)) yield () => saidByRow(row);
    for await (const row of this.#rows(DESCRIBED, signal)) yield () => [describedOf(row)];
    for await (const row of this.#rows(LAYERS, signal)) yield () => [assessedOf(row)];
    for (const [mint, trail] of await this.#trails(signal)) yield () => [trailedOf(mint, trail)];
    for await (const row of this.#rows(SCANS, signal)) yield () => scanOf(row);
  }

  async isReadable(): Promise<boolean> {
    try {
      await this.clickhouse.command({ query: 'SELECT 1 FROM token_scores_latest, scans_latest LIMIT 0' });
      return true;
    } catch {
      return false;
    }
  }

  /** As it was when the token came onto a list, gone on by what was measured since. */
  async #trails(signal: AbortSignal): Promise<Map<string, PriceTrail>> {
    const trails = new Map<string, PriceTrail>();
    for (const query of [TRAILED, PRICES])
      for await (const row of this.#rows(query, signal)) {
        const { mint, time, position, priceQuote, closes } = priceOf(row);
        const trail = trails.get(mint) ?? { time, position: '', closes };
        trails.set(
          mint,
          closes.length > 0 ? { time, position, closes } : trailAfter(trail, { time, position, priceQuote }),
        );
      }
    return trails;
  }

  async *#rows(query: string, signal: AbortSignal): AsyncGenerator<unknown> {
    const rows = await this.clickhouse.query({ query, format: 'JSONCompactEachRow', abort_signal: signal });
    for await (const chunk of rows.stream()) for (const row of chunk) yield row.json();
  }
}
