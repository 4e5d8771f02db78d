/**
 * Of a token's trades up to a position those that evidence names: between any two of the times `cuts` the newest and the
 * largest, by side, whether they are an agent's and whether its creator's. One reading of its trades tells them, in memory
 * that is bounded by how many they are and not by how many it has.
 */
export const EACH = 10;

const ms = 'toUnixTimestamp64Milli(time)';
const first = (key: string): string =>
  `groupArraySorted(${EACH})((${key}, position, ${ms}, quote_amount, id))`;
const tradesIn = (sorted: string): string => `arrayMap(one -> (one.2, one.3, one.4, one.5), ${sorted})`;

/** A row: position, time, quote amount, signature, side, whether an agent's, whether the creator's. */
export const TRADES = `
  SELECT trade.1, toFloat64(trade.2), toFloat64(trade.3), splitByChar(':', trade.4)[1], side, of_agent, of_creator
  FROM (
    SELECT side, of_agent, of_creator, arrayDistinct(arrayConcat(${tradesIn('newest')}, ${tradesIn('largest')})) AS trades
    FROM (
      SELECT
        side,
        toBool(is_agent) AS of_agent,
        toBool(trader = {creator:String}) AS of_creator,
        arrayCount(cut -> ${ms} < cut, {cuts:Array(Int64)}) AS span,
        ${first('bitNot(position_number)')} AS newest,
        ${first('bitNot(quote_amount)')} AS largest
      FROM trades_executed
      WHERE mint = {mint:String} AND position <= {position:String}
      GROUP BY side, of_agent, of_creator, span
    )
  )
  ARRAY JOIN trades AS trade`;
