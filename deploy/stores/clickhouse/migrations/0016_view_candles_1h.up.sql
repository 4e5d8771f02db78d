-- Source: trades_executed.
-- Grain:  one row per token, venue, quote and hour once merged; read it with FINAL or with the -Merge functions.
-- Reader: query-api, price charts. Prices are quote base units per token base unit. Positions of trades of one token
--         never repeat, so open and close have no ties.
CREATE TABLE candles_1h
(
    mint String COMMENT 'Mint address of the token',
    venue LowCardinality(String) COMMENT 'pump-curve, pumpswap or raydium',
    quote_mint LowCardinality(String) COMMENT 'What the price is in',
    bucket DateTime64(3, 'UTC') COMMENT 'Start of the hour' CODEC(Delta, ZSTD(1)),
    open AggregateFunction(argMin, Float64, String) COMMENT 'Price after the first trade',
    high SimpleAggregateFunction(max, Float64) COMMENT 'Highest price after a trade',
    low SimpleAggregateFunction(min, Float64) COMMENT 'Lowest price after a trade',
    close AggregateFunction(argMax, Float64, String) COMMENT 'Price after the last trade',
    trades SimpleAggregateFunction(sum, UInt64) COMMENT 'Number of trades',
    token_volume SimpleAggregateFunction(sum, UInt128) COMMENT 'Tokens traded, base units',
    quote_volume SimpleAggregateFunction(sum, UInt128) COMMENT 'Quote traded, base units'
)
ENGINE = AggregatingMergeTree
PARTITION BY toStartOfInterval(bucket, INTERVAL 6 HOUR)
ORDER BY (mint, venue, quote_mint, bucket)
SETTINGS non_replicated_deduplication_window = 100000;

CREATE MATERIALIZED VIEW mv_candles_1h TO candles_1h AS
SELECT
    mint,
    venue,
    quote_mint,
    toDateTime64(toStartOfHour(time), 3, 'UTC') AS bucket,
    argMinState(price, position) AS open,
    max(price) AS high,
    min(price) AS low,
    argMaxState(price, position) AS close,
    count() AS trades,
    sum(toUInt128(token_amount)) AS token_volume,
    sum(toUInt128(quote_amount)) AS quote_volume
FROM
(
    SELECT
        mint,
        venue,
        quote_mint,
        time,
        position,
        token_amount,
        quote_amount,
        toFloat64(assumeNotNull(price_quote_reserves)) / toFloat64(assumeNotNull(price_token_reserves)) AS price
    FROM trades_executed
    WHERE (price_quote_reserves > 0) AND (price_token_reserves > 0)
)
GROUP BY mint, venue, quote_mint, bucket;
