import type { ClickHouseClient } from '@clickhouse/client';
import { PROGRESS } from '@cryptonite/contracts/rules';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLICKHOUSE } from '../../../platform/clickhouse/clickhouse.js';

const Row = z.object({ event: z.string() });

/**
 * Tokens that a list may show, once each. The bound on `time` lets whole partitions be skipped, and drops only what has
 * been quiet for longer than any list shows it.
 */
const TOKENS = `
  SELECT event FROM token_scores_latest FINAL
  WHERE time >= (SELECT max(time) FROM token_scores_latest) - INTERVAL 25 HOUR
    AND (live_source != '' OR whitepaper_source != ''
      OR bonding_progress_percent BETWEEN {alertFrom:Float64} AND {alertTo:Float64})`;

const SCANS = 'SELECT event FROM scans_latest FINAL';

/** The newest event of every token and of every partition's scan, as the sink stored them. */
@Injectable()
export class LatestRows {
  constructor(@Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient) {}

  async *read(signal: AbortSignal): AsyncGenerator<string> {
    for (const query of [TOKENS, SCANS]) {
      const rows = await this.clickhouse.query({
        query,
        query_params: { alertFrom: PROGRESS.alertFrom, alertTo: PROGRESS.alertTo },
        format: 'JSONEachRow',
        abort_signal: signal,
      });
      for await (const chunk of rows.stream()) for (const row of chunk) yield Row.parse(row.json()).event;
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
}
