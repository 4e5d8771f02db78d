import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import type { LayerAssessed } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { CLICKHOUSE } from '../../platform/clickhouse/clickhouse.js';
import { ProblemError } from '../../platform/http/problem.js';
import { assessedOf, describedOf, saidByRow } from '../screening/feed/stored-rows.js';
import type { Measured } from '../screening/view/said.js';
import type { ShownToken } from '../screening/view/screened-token.js';
import { FIRST_TRADE, IDENTITY, LAYERS, MATCHED, NEWEST } from './token-rows.sql.js';
import { bestMatchOf } from './view/detailed-scores.js';

/** Somebody waits; ClickHouse itself stops at the same time. */
const WITHIN_S = 5;

/** What the tables hold of one token. Throws a 503 where ClickHouse does not answer. */
@Injectable()
export class TokenRows {
  constructor(@Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient) {}

  /** As it was measured last; null of a token that never was. */
  async newest(mint: string): Promise<Omit<ShownToken, 'scores' | 'layers'> | null> {
    const [[row], [identity]] = await Promise.all([
      this.rows(NEWEST, { mint }),
      this.rows(IDENTITY, { mint }),
    ]);
    if (row === undefined) return null;
    const said = saidByRow(row);
    const measured = said.find((one): one is Measured => one.kind === 'Measured');
    if (!measured) return null;
    const described = said.find((one) => one.kind === 'TokenDescribed');
    const { measurement, source } = measured;
    return {
      measurement,
      source,
      described: identity === undefined ? (described ?? null) : describedOf(identity),
      trail: null,
    };
  }

  async layers(mint: string): Promise<LayerAssessed[]> {
    return (await this.rows(LAYERS, { mint })).map(assessedOf);
  }

  /**
   * What its pattern is told by: of the measurements of its first hour of trading that which matched best, up to `newest`.
   * Null where nothing tells when that was.
   */
  async ofFirstHour(newest: Measurement): Promise<Measurement | null> {
    const { mint, time } = newest;
    const [first] = (await this.rows(FIRST_TRADE, { mint })).map(
      (row) => z.tuple([z.number()]).parse(row)[0],
    );
    if (first === undefined) return null;
    const stored = (await this.rows(MATCHED, { mint, until: time }))
      .flatMap(saidByRow)
      .flatMap((said) => (said.kind === 'Measured' ? [said.measurement] : []));
    return bestMatchOf(time < first + WINDOW_MS.h1 ? [...stored, newest] : stored);
  }

  async rows(query: string, parameters: Record<string, unknown>): Promise<unknown[]> {
    try {
      const answer = await this.clickhouse.query({
        query,
        query_params: parameters,
        format: 'JSONCompactEachRow',
        clickhouse_settings: { max_execution_time: WITHIN_S },
        abort_signal: AbortSignal.timeout((WITHIN_S + 1) * 1_000),
      });
      return await answer.json();
    } catch (error) {
      // What it refuses is a fault of ours.
      if (error instanceof ClickHouseError && error.type !== 'TIMEOUT_EXCEEDED') throw error;
      throw new ProblemError(
        'store_unavailable',
        'The history of this token cannot be read now. Try again in a few seconds.',
        { 'Retry-After': '5' },
      );
    }
  }
}
