-- Source: trades_executed on curves.
-- Grain:  one row per token and six hours once merged; v_bonding_progress has one row per token.
-- Reader: v_bonding_progress, for analysts and verification.
CREATE TABLE bonding_progress
(
    mint String COMMENT 'Mint address of the token',
    period DateTime64(3, 'UTC') COMMENT 'Start of the six hours, so that the oldest can be dropped',
    newest AggregateFunction(argMax, Tuple(time DateTime64(3, 'UTC'), virtual_token Nullable(Int128), virtual_quote Nullable(Int128), real_token Nullable(UInt64), real_quote Nullable(UInt64)), String) COMMENT 'Reserves after the newest trade, by position'
)
ENGINE = AggregatingMergeTree
PARTITION BY period
ORDER BY (mint, period)
SETTINGS non_replicated_deduplication_window = 100000;

CREATE MATERIALIZED VIEW mv_bonding_progress TO bonding_progress AS
SELECT
    mint,
    toDateTime64(toStartOfInterval(time, INTERVAL 6 HOUR), 3, 'UTC') AS period,
    argMaxState(
        CAST((time, price_token_reserves, price_quote_reserves, real_token_reserves, real_quote_reserves),
            'Tuple(time DateTime64(3, \'UTC\'), virtual_token Nullable(Int128), virtual_quote Nullable(Int128), real_token Nullable(UInt64), real_quote Nullable(UInt64))'),
        position) AS newest
FROM trades_executed
WHERE venue = 'pump-curve'
GROUP BY mint, period;

-- Tokens sold ÷ the 793,100,000 that today's curve starts with, percent; null for a curve of other reserves, which
-- shows in virtual minus real tokens.
CREATE VIEW v_bonding_progress AS
SELECT
    mint,
    argMaxMerge(newest) AS reserves,
    if(reserves.virtual_token - reserves.real_token = 279900000000000,
        100 * (793100000000000 - toFloat64(reserves.real_token)) / 793100000000000, NULL) AS progress_percent
FROM bonding_progress
GROUP BY mint;
