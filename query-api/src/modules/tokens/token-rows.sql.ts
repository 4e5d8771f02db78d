/** What is read of the tables for one token. A row is a list of values; times are ms since 1970. */
import { describedWhere, layersOf, MEASURED_COLUMNS } from '../screening/feed/latest-rows.sql.js';

const MINT = '= {mint:String}';

export const NEWEST = `
  SELECT event, ${MEASURED_COLUMNS}
  FROM token_scores_latest FINAL
  WHERE mint ${MINT}
  LIMIT 1`;

export const IDENTITY = `${describedWhere(MINT)} LIMIT 1`;

/** One row for each layer that anything was ever told of. */
export const LAYERS = layersOf(MINT);

const FIRST_TRADED_AT = `(SELECT min(time) FROM trades_executed WHERE mint ${MINT} AND NOT is_agent)`;
const inFirstHour = (fromMinute: number, order: string): string => `(
  SELECT '', ${MEASURED_COLUMNS}
  FROM token_scores
  WHERE mint ${MINT} AND time >= ${FIRST_TRADED_AT} + INTERVAL ${fromMinute} MINUTE
    AND time < ${FIRST_TRADED_AT} + INTERVAL 61 MINUTE
    AND time <= fromUnixTimestamp64Milli({until:Int64})
  ORDER BY ${order}time, position
  LIMIT 1)`;

/**
 * The measurements up to a time of which one matched the patterns best: the first that says so, and the two in which any
 * token is matched.
 */
export const MATCHED = [
  inFirstHour(0, 'pattern_score DESC NULLS LAST, pattern_coverage DESC, '),
  inFirstHour(10, ''),
  inFirstHour(60, ''),
].join(' UNION ALL ');

export const FIRST_TRADE = `
  SELECT toFloat64(toUnixTimestamp64Milli(min(time)))
  FROM trades_executed
  WHERE mint ${MINT} AND NOT is_agent
  HAVING count() > 0`;
