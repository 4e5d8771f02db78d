/** Counts launches by the pattern that they matched, from the table of outcomes. */
import type { ClickHouseClient } from '@clickhouse/client';
import { HISTORY_BANDS } from '@cryptonite/contracts/pattern-history';
import { DOUBLED_MULTIPLE, PATTERN_NAMES, RULES_VERSION } from '@cryptonite/contracts/rules';
import { z } from 'zod';
import type { Counted } from './fit.js';

const count = z.coerce.number();
const Rows = z.array(
  z.object({
    pattern: z.enum(PATTERN_NAMES),
    scoreFrom: count.pipe(z.literal(HISTORY_BANDS)),
    launches: count,
    graduated: count,
    doubled5m: count,
    doubled1h: count,
    doubled24h: count,
    dumped: count,
    until: count,
  }),
);
const Source = z.array(z.object({ kind: z.string() })).max(1);

/** Of a launch: what was said of it at each horizon, where all of it was seen. */
const LAUNCHES = `
  SELECT anyIf(pattern, horizon = '24h') AS matched, anyIf(pattern_score, horizon = '24h') AS score,
         anyIf(peak_multiple, horizon = '5m') AS peak_5m, anyIf(peak_multiple, horizon = '1h') AS peak_1h,
         anyIf(peak_multiple, horizon = '24h') AS peak_24h, anyIf(has_graduated, horizon = '24h') AS is_graduated,
         anyIf(has_dumped, horizon = '1h') AS is_dumped, max(time) AS day_over
  FROM outcomes
  WHERE since = 'launch' AND source_kind = {sourceKind:String}
  GROUP BY mint, started_at
  HAVING anyIf(rules_version, horizon = '24h') = {rulesVersion:UInt16} AND matched != ''
     AND peak_5m IS NOT NULL AND peak_1h IS NOT NULL AND peak_24h IS NOT NULL
     AND is_graduated IS NOT NULL AND is_dumped IS NOT NULL`;

const COUNTS = `
  SELECT matched AS pattern, arrayMax(arrayFilter(least -> least <= assumeNotNull(score), {bands:Array(Float64)})) AS scoreFrom,
         count() AS launches, countIf(is_graduated) AS graduated,
         countIf(peak_5m >= {doubled:Float64}) AS doubled5m, countIf(peak_1h >= {doubled:Float64}) AS doubled1h,
         countIf(peak_24h >= {doubled:Float64}) AS doubled24h, countIf(is_dumped) AS dumped,
         toUnixTimestamp64Milli(max(day_over)) AS until
  FROM (${LAUNCHES})
  GROUP BY matched, scoreFrom`;

export type Launches = { counts: Counted[]; sourceKind: string; until: number | null };

/** Of the source that is played now: simulated launches say nothing of others. */
export async function countLaunches(client: ClickHouseClient): Promise<Launches> {
  const read = async (query: string, query_params: Record<string, unknown> = {}): Promise<unknown> => {
    const answer = await client.query({ query, query_params, format: 'JSONEachRow' });
    return answer.json();
  };
  const [source] = Source.parse(
    await read('SELECT source_kind AS kind FROM scans ORDER BY time DESC LIMIT 1'),
  );
  if (!source) return { counts: [], sourceKind: '', until: null };
  const rows = Rows.parse(
    await read(COUNTS, {
      sourceKind: source.kind,
      rulesVersion: RULES_VERSION,
      bands: [...HISTORY_BANDS],
      doubled: DOUBLED_MULTIPLE,
    }),
  );
  return {
    counts: rows.map(({ until: _, ...counted }) => counted),
    sourceKind: source.kind,
    until: rows.reduce<number | null>((newest, { until }) => Math.max(newest ?? until, until), null),
  };
}
