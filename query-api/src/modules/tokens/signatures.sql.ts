/**
 * The transactions behind what is measured of a token besides its trades (trades.sql.ts), in one question: a row is the
 * place of its part, the name of a trace and a signature, in the order of the part. What came after the measurement's
 * position is none of it.
 */
import { EACH } from './trades.sql.js';

const OF_TOKEN = 'mint = {mint:String} AND position <= {position:String}';
const MOST = 20;

const newest = (name: string, table: string, most = 1, where = ''): string =>
  `SELECT '${name}' AS trace, signature FROM ${table} WHERE ${OF_TOKEN} ${where} ORDER BY position DESC LIMIT ${most}`;

/** Of each wallet that bought most since a time its largest purchase. Of an agent's trades no window tells. */
const whalesOf = (name: string): string => `
  SELECT 'whales${name}' AS trace, argMax(signature, quote_amount) AS signature
  FROM trades_executed
  WHERE ${OF_TOKEN} AND NOT is_agent AND side = 'buy' AND time >= fromUnixTimestamp64Milli({from${name}:Int64})
  GROUP BY trader
  ORDER BY sum(quote_amount) DESC, trader
  LIMIT {whales${name}:UInt32}`;

/** Of the largest accounts the transaction that left them as they are. */
const BALANCES = `
  SELECT 'balances' AS trace, argMax(signature, position) AS signature
  FROM balances_changed
  WHERE ${OF_TOKEN}
  GROUP BY account
  ORDER BY argMax(amount, position) DESC, account
  LIMIT ${MOST}`;

/**
 * Of the graduation whose theme it shares, by the newest answer: its theme may be of a token that was boosted, which is no
 * transaction. An answer is of none of its own, so its place is a time.
 */
const THEME = `
  SELECT 'theme' AS trace, assumeNotNull(theme_signature) AS signature
  FROM (
    SELECT theme_signature
    FROM likeness_observed
    WHERE mint = {mint:String} AND time <= fromUnixTimestamp64Milli({time:Int64})
    ORDER BY position DESC
    LIMIT 1
  )
  WHERE theme_signature IS NOT NULL`;

export const SIGNATURES = [
  newest('launch', 'launches_created'),
  newest('completion', 'curves_completed'),
  newest('migration', 'tokens_migrated'),
  newest('liquidity', 'liquidity_changed', EACH),
  newest('liquidity', 'pools_created'),
  newest('pulls', 'liquidity_changed', EACH, "AND change = 'withdraw'"),
  whalesOf('1h'),
  whalesOf('10m'),
  BALANCES,
  THEME,
]
  .map((select, place) => `SELECT ${place}, trace, signature FROM (${select})`)
  .join(' UNION ALL ');
