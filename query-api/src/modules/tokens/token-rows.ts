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
import { FIRST_TRADE, IDENTITY, LAYERS, MATCHED, MEASURED_AT, NEWEST, STORED_TO } from './token-rows.sql.js';
import { bestMatchOf, type FirstHour } from './view/detailed-scores.js';
import { type StoredAnswer, storedAnswerOf } from './view/stored-answer.js';
import { ANSWERS } from './world-answers.sql.js';

/** Somebody waits; ClickHouse itself stops at the same time. */
const WITHIN_S = 5;
/** Of one question: the sink writes to the same ClickHouse. */
const LIMITS = {
  max_execution_time: WITHIN_S,
  max_threads: 2,
  max_memory_usage: String(192 * 1024 ** 2),
};

/** By which ClickHouse refuses for now what it would answer at another time, or of another token. */
const REFUSED_FOR_NOW = new Set([
  'TIMEOUT_EXCEEDED',
  'TOO_SLOW',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'ABORTED',
  'QUERY_WAS_CANCELLED',
]);

/** Of a fact. */
export type Place = { position: string; time: number };

/** Rows of before frames say by themselves who the token is. */
type Stored = Pick<ShownToken, 'measurement' | 'source' | 'described'>;

function storedOf(row: unknown): Stored | null {
  const said = row === undefined ? [] : saidByRow(row);
  const measured = said.find((one): one is Measured => one.kind === 'Measured');
  if (!measured) return null;
  const { measurement, source } = measured;
  return { measurement, source, described: said.find((one) => one.kind === 'TokenDescribed') ?? null };
}

/** What the tables hold of one token. Throws a 503 where ClickHouse does not answer. */
@Injectable()
export class TokenRows {
  constructor(@Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient) {}

  /** Its newest fact that the tables hold; null where they hold none. */
  async storedTo(mint: string): Promise<Place | null> {
    const [row] = await this.rows(STORED_TO, { mint });
    if (row === undefined) return null;
    const [position, time] = z.tuple([z.string(), z.number()]).parse(row);
    return { position, time };
  }

  /** As it was measured last by stored facts, else last; null of a token of which no measurement is stored. */
  async measured(mint: string, storedTo: Place | null): Promise<Stored | null> {
    const newest = storedOf((await this.rows(NEWEST, { mint }))[0]);
    if (!newest || storedTo === null || newest.measurement.position <= storedTo.position) return newest;
    return storedOf((await this.rows(MEASURED_AT, { mint, position: storedTo.position }))[0]) ?? newest;
  }

  /** Who it is; null where nothing said so. */
  async described(mint: string): Promise<ShownToken['described']> {
    const [identity] = await this.rows(IDENTITY, { mint });
    return identity === undefined ? null : describedOf(identity);
  }

  /** Of its layers what was told last, up to a measurement. */
  async layers({ mint, position, time }: Measurement): Promise<LayerAssessed[]> {
    return (await this.rows(LAYERS, { mint, position, time })).map(assessedOf);
  }

  /**
   * What its pattern is told by: of the measurements of its first hour of trading that which matched best, up to `newest`.
   * Null where nothing tells when that was.
   */
  async ofFirstHour(newest: Measurement): Promise<FirstHour | null> {
    const { mint, time } = newest;
    const [first] = (await this.rows(FIRST_TRADE, { mint })).map(
      (row) => z.tuple([z.number()]).parse(row)[0],
    );
    if (first === undefined) return null;
    const stored = (await this.rows(MATCHED, { mint, first, until: time }))
      .map(storedOf)
      .flatMap((one) => (one ? [one.measurement] : []));
    const isOver = time >= first + WINDOW_MS.h1;
    const matched = bestMatchOf(isOver ? stored : [...stored, newest]);
    return matched && { matched, isOver };
  }

  /** The newest of each kind that services around the chain said of it up to a measurement. */
  async answers({ mint, time }: Measurement): Promise<StoredAnswer[]> {
    return (await this.rows(ANSWERS, { mint, time })).map(storedAnswerOf);
  }

  async rows(query: string, parameters: Record<string, unknown>): Promise<unknown[]> {
    try {
      const answer = await this.clickhouse.query({
        query,
        query_params: parameters,
        format: 'JSONCompactEachRow',
        clickhouse_settings: LIMITS,
        abort_signal: AbortSignal.timeout((WITHIN_S + 1) * 1_000),
      });
      return await answer.json();
    } catch (error) {
      // What it refuses for good is a fault of ours.
      if (error instanceof ClickHouseError && !REFUSED_FOR_NOW.has(error.type ?? '')) throw error;
      throw new ProblemError(
        'store_unavailable',
        'The history of this token cannot be read now. Try again in a few seconds.',
        { 'Retry-After': '5' },
      );
    }
  }
}
