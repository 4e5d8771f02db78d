import type { ClickHouseClient, ResultSet } from '@clickhouse/client';
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
    // All are asked at once: the store looks for the next rows while those before are read.
    const ended = new AbortController();
    const end = (): void => ended.abort();
    signal.addEventListener('abort', end);
    const ask = (query: string) => this.#ask(query, ended.signal);
    const [listed, described, layers, scans] = [LISTED_TOKENS, DESCRIBED, LAYERS, SCANS].map(ask);
    const prices = [TRAILED, PRICES].map(ask);
    // First: what is said of a token that no list holds yet has a bounded place to wait in.
    try {
      for await (const row of rowsOf(listed!)) yield () => saidByRow(row);
      for await (const row of rowsOf(described!)) yield () => [describedOf(row)];
      for await (const row of rowsOf(layers!)) yield () => [assessedOf(row)];
      for (const [mint, trail] of await trailsOf(prices)) yield () => [trailedOf(mint, trail)];
      for await (const row of rowsOf(scans!)) yield () => scanOf(row);
    } finally {
      // Where one failed, nobody reads what the others answer.
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async isReadable(): Promise<boolean> {
    try {
      await this.clickhouse.command({ query: 'SELECT 1 FROM token_scores_latest, scans_latest LIMIT 0' });
      return true;
    } catch {
      return false;
    }
  }

  #ask(query: string, abort_signal: AbortSignal): Asked {
    const asked = this.clickhouse.query({ query, format: 'JSONCompactEachRow', abort_signal });
    // One that fails before its turn is heard of when that comes.
    asked.catch(() => {});
    return asked;
  }
}

type Asked = Promise<ResultSet<'JSONCompactEachRow'>>;

async function* rowsOf(asked: Asked): AsyncGenerator<unknown> {
  for await (const chunk of (await asked).stream()) for (const row of chunk) yield row.json();
}

/** As it was when the token came onto a list, gone on by what was measured since. */
async function trailsOf(asked: readonly Asked[]): Promise<Map<string, PriceTrail>> {
  const trails = new Map<string, PriceTrail>();
  for (const each of asked)
    for await (const row of rowsOf(each)) {
      const { mint, time, position, priceQuote, closes } = priceOf(row);
      const trail = trails.get(mint) ?? { time, position: '', closes };
      trails.set(
        mint,
        closes.length > 0 ? { time, position, closes } : trailAfter(trail, { time, position, priceQuote }),
      );
    }
  return trails;
}
