/** What is read of the tables for one token. A row is a list of values; times are ms since 1970. */
import { describedWhere, layersOf, MEASURED_COLUMNS } from '../screening/feed/latest-rows.sql.js';

const MINT = '= {mint:String}';

/** Every table of facts about a token. */
const FACTS = [
  'launches_created',
  'trades_executed',
  'curves_completed',
  'pools_created',
  'tokens_migrated',
  'liquidity_changed',
  'pools_boosted',
  'fees_swept',
  'balances_changed',
  'authorities_observed',
  'supplies_changed',
  'metadata_resolved',
  'tokens_boosted',
  'social_observed',
  'mints_observed',
  'holders_observed',
  'likeness_observed',
  'websites_observed',
  'volume_places_observed',
] as const;

/** Place and time of its newest stored fact. */
export const STORED_TO = `
  SELECT position, toFloat64(toUnixTimestamp64Milli(time))
  FROM (${FACTS.map(
    (table) => `(SELECT position, time FROM ${table} WHERE mint ${MINT} ORDER BY position DESC LIMIT 1)`,
  ).join(' UNION ALL ')})
  ORDER BY position DESC
  LIMIT 1`;

/** As it was measured last by facts up to a position. */
export const MEASURED_AT = `
  SELECT '', ${MEASURED_COLUMNS}
  FROM token_scores
  WHERE mint ${MINT} AND position <= {position:String}
  ORDER BY time DESC, position DESC
  LIMIT 1`;

/** As it was measured last, also where its history went. */
export const NEWEST = `
  SELECT event, ${MEASURED_COLUMNS}
  FROM token_scores_latest
  WHERE mint ${MINT}
  LIMIT 1`;

export const IDENTITY = `${describedWhere(MINT)} LIMIT 1`;

/** One row for each layer that anything was told of up to a measurement. */
export const LAYERS = layersOf(
  `${MINT} AND position <= {position:String} AND time <= fromUnixTimestamp64Milli({time:Int64})`,
);

export const FIRST_TRADE = `
  SELECT toFloat64(toUnixTimestamp64Milli(time))
  FROM trades_executed
  WHERE mint ${MINT} AND NOT is_agent
  ORDER BY position
  LIMIT 1`;

const IN_FIRST_HOUR = `mint ${MINT} AND time >= fromUnixTimestamp64Milli({first:Int64})
  AND time < fromUnixTimestamp64Milli({first:Int64}) + INTERVAL 61 MINUTE
  AND time <= fromUnixTimestamp64Milli({until:Int64})`;
const firstFrom = (minute: number): string =>
  `argMinIf(time, (time, position), time >= fromUnixTimestamp64Milli({first:Int64}) + INTERVAL ${minute} MINUTE)`;

/**
 * The measurements up to a time of which one matched the patterns best: the first that says so, and the two in which any
 * token is matched. Stream times of one mint never repeat.
 */
export const MATCHED = `
  SELECT '', ${MEASURED_COLUMNS}
  FROM token_scores
  WHERE ${IN_FIRST_HOUR} AND time IN (
    SELECT arrayJoin([
      argMin(time, (-ifNull(pattern_score, -1), -ifNull(pattern_coverage, -1), time, position)),
      ${firstFrom(10)},
      ${firstFrom(60)}
    ])
    FROM token_scores
    WHERE ${IN_FIRST_HOUR}
  )`;
