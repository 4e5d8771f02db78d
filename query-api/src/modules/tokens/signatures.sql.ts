/**
 * The transactions behind what is measured of a token, in one question: a row is the place of its part, the name of a
 * trace and a signature, in the order of the part. What
 * came after the measurement's position is none of it. Of an agent's trades no window tells.
 */
import { WINDOW_NAMES } from './view/windows.js';

const OF_TOKEN = 'mint = {mint:String} AND position <= {position:String}';
const EACH = 10;
const MOST = 20;

const ms = 'toUnixTimestamp64Milli(time)';
const isIn = (window: string): string => `${ms} >= {from${window}:Int64}`;

/** The traces that a trade is one of: of each window, or of what came before it, and of each moment that it is not after. */
const TRACES = `arrayConcat(
  ['newestTrade'],
  arrayMap(place -> concat('at', toString(place)),
    arrayFilter(place -> ${ms} <= {moments:Array(Int64)}[place + 1], range(length({moments:Array(Int64)})))),
  if(is_agent, [], arrayConcat(
    ['tradesLife'],
    ${WINDOW_NAMES.map((name) => `[if(${isIn(name)}, 'trades${name}', 'before${name}')]`).join(', ')},
    if(${isIn('24h')}, [concat(side, 's24h')], []))))`;

/** A part of each trace's trades, in an order. One reading of the token's trades tells all of them. */
const tradesBy = (order: string): string => `
  SELECT trace, signature
  FROM (SELECT signature, position, quote_amount, ${TRACES} AS traces FROM trades_executed WHERE ${OF_TOKEN})
  ARRAY JOIN traces AS trace
  ORDER BY ${order}
  LIMIT ${EACH} BY trace`;

const newest = (name: string, table: string, most = 1): string =>
  `SELECT '${name}' AS trace, signature FROM ${table} WHERE ${OF_TOKEN} ORDER BY position DESC LIMIT ${most}`;

/** Of each wallet that bought most within the hour its largest purchase. */
const WHALES = `
  SELECT 'whales1h' AS trace, argMax(signature, quote_amount) AS signature
  FROM trades_executed
  WHERE ${OF_TOKEN} AND NOT is_agent AND side = 'buy' AND ${isIn('1h')}
  GROUP BY trader
  ORDER BY sum(quote_amount) DESC, trader
  LIMIT {whales:UInt32}`;

/** Of the largest accounts the transaction that left them as they are. */
const BALANCES = `
  SELECT 'balances' AS trace, argMax(signature, position) AS signature
  FROM balances_changed
  WHERE ${OF_TOKEN}
  GROUP BY account
  ORDER BY argMax(amount, position) DESC, account
  LIMIT ${MOST}`;

/** `moments` are called at0, at1 and so on. */
export const SIGNATURES = [
  newest('launch', 'launches_created'),
  newest('completion', 'curves_completed'),
  newest('migration', 'tokens_migrated'),
  newest('liquidity', 'liquidity_changed', EACH),
  newest('liquidity', 'pools_created'),
  tradesBy('position DESC'),
  tradesBy('quote_amount DESC, position'),
  WHALES,
  BALANCES,
]
  .map((select, place) => `SELECT ${place}, trace, signature FROM (${select})`)
  .join(' UNION ALL ');
