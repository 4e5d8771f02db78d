/** What query-api reads of the tables at its start. A row is a list of values; times are ms since 1970. */
import { columnOf, MEASURES, type Measure } from '@cryptonite/contracts/measures';
import { PROGRESS, TRAIL } from '@cryptonite/contracts/rules';

const ms = (column: string) => `toFloat64(toUnixTimestamp64Milli(${column}))`;

const measures: readonly Measure[] = MEASURES;
const COLUMNS = measures.map(({ name, type }) =>
  String(type).includes('DateTime64') ? ms(columnOf(name)) : columnOf(name),
);

/**
 * Tokens that a list may show, once each. The bound on `time` lets whole partitions be skipped, which have no newer row (so the
 * setting), and drops only what has been quiet for longer than any list shows it. Rows of before frames have no lists, and all
 * they say in `event`.
 */
const LISTED = `
  FROM token_scores_latest
  WHERE time >= (SELECT max(time) FROM token_scores_latest_unmerged) - INTERVAL 25 HOUR
    AND (lists != 0 OR event != '' AND (live_source != '' OR whitepaper_source != ''
      OR bonding_progress_percent BETWEEN ${PROGRESS.alertFrom} AND ${PROGRESS.alertTo}))
  SETTINGS defer_partition_pruning_after_final = 0`;

/** What saidByRow reads, behind the event of a row of before frames. */
export const MEASURED_COLUMNS = `source_kind, source_name, ${COLUMNS.join(', ')}`;
export const LISTED_TOKENS = `SELECT event, ${MEASURED_COLUMNS} ${LISTED}`;

export const describedWhere = (mints: string): string => `
  SELECT mint, ${ms('time')}, position, rules_version, source_kind, source_name, symbol, name, uri, creator,
    ${ms('created_at')}, seen_since_creation, is_mayhem, bonding_curve, pool, quote_mint, quote_decimals,
    picture_sha256, picture_failure, twitter, telegram, description
  FROM tokens_described_latest
  WHERE mint ${mints}`;

export const DESCRIBED = describedWhere(`IN (SELECT mint ${LISTED})`);

export const TRAILED = `
  SELECT mint, ${ms('time')}, position, NULL, closes
  FROM price_trails_latest
  WHERE mint IN (SELECT mint ${LISTED})`;

const FINDINGS = 'tuple(name, level, points, value, limit_value, floor, evidence)';

/** Of layers of the rug analysis, what was found as it was told last, by the condition that says of which tokens. */
export const layersOf = (mints: string): string => `
  SELECT mint, ${ms('time')}, position, rules_version, layer, any(layer_points), groupArray(${FINDINGS}), any(id)
  FROM layers_assessed
  WHERE mint ${mints}
  GROUP BY mint, layer, time, position, rules_version
  ORDER BY time DESC, position DESC
  LIMIT 1 BY mint, layer`;

export const LAYERS = layersOf(`IN (SELECT mint ${LISTED})`);

/** The close of each step that the trail of a token's newest measurement shows, and the newest before these. */
export const PRICES = `
  SELECT mint, ${ms('max(scores.time)')}, argMax(position, (scores.time, position)) AS newest_position,
    argMax(price_quote, (scores.time, position)), []
  FROM token_scores AS scores
  INNER JOIN (SELECT mint, time AS newest ${LISTED}) AS listed USING (mint)
  WHERE mint IN (SELECT mint ${LISTED}) AND scores.time BETWEEN newest - INTERVAL 65 MINUTE AND newest
  GROUP BY mint, greatest(
    intDiv(toUnixTimestamp64Milli(scores.time), ${TRAIL.stepMs}),
    intDiv(toUnixTimestamp64Milli(newest), ${TRAIL.stepMs}) - ${TRAIL.steps})
  ORDER BY mint, max(scores.time)`;

export const SCANS = 'SELECT event FROM scans_latest';
