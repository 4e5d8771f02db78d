-- Source: trades_executed.
-- Grain:  one row per token, quote and minute once merged.
-- Reader: v_trade_flow_1m, query-api's token page.
CREATE TABLE trade_flow_1m
(
    mint String COMMENT 'Mint address of the token',
    quote_mint LowCardinality(String) COMMENT 'What the amounts are in',
    minute DateTime64(3, 'UTC') COMMENT 'Start of the minute' CODEC(Delta, ZSTD(1)),
    buys SimpleAggregateFunction(sum, UInt64) COMMENT 'Number of buys',
    sells SimpleAggregateFunction(sum, UInt64) COMMENT 'Number of sells',
    bought_quote SimpleAggregateFunction(sum, UInt128) COMMENT 'Quote of the buys, base units',
    sold_quote SimpleAggregateFunction(sum, UInt128) COMMENT 'Quote of the sells, base units',
    traders AggregateFunction(uniqExact, UInt64) COMMENT 'Distinct traders, by a 64-bit hash of the wallet'
)
ENGINE = AggregatingMergeTree
PARTITION BY toStartOfInterval(minute, INTERVAL 6 HOUR)
ORDER BY (mint, quote_mint, minute)
SETTINGS non_replicated_deduplication_window = 100000;

CREATE MATERIALIZED VIEW mv_trade_flow_1m TO trade_flow_1m AS
SELECT
    mint,
    quote_mint,
    toDateTime64(toStartOfMinute(time), 3, 'UTC') AS minute,
    countIf(side = 'buy') AS buys,
    countIf(side = 'sell') AS sells,
    sumIf(toUInt128(quote_amount), side = 'buy') AS bought_quote,
    sumIf(toUInt128(quote_amount), side = 'sell') AS sold_quote,
    uniqExactState(cityHash64(trader)) AS traders
FROM trades_executed
GROUP BY mint, quote_mint, minute;

-- Merged, with the ratios: buy share is buys ÷ trades, buy/sell ratio is buys ÷ max(sells, 1).
CREATE VIEW v_trade_flow_1m AS
SELECT
    mint,
    quote_mint,
    minute,
    sum(buys) AS buy_count,
    sum(sells) AS sell_count,
    sum(bought_quote) AS bought,
    sum(sold_quote) AS sold,
    uniqExactMerge(traders) AS trader_count,
    buy_count / (buy_count + sell_count) AS buy_share,
    buy_count / greatest(sell_count, 1) AS buy_sell_ratio
FROM trade_flow_1m
GROUP BY mint, quote_mint, minute;
