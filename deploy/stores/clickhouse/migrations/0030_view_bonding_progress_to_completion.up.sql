-- Source: trades_executed on curves, up to the curve's completion.
-- Grain:  unchanged. Reader: unchanged.
-- What a completing buy buys past its curve is a trade there too, with the reserves that the pool will open with: its
-- price and real reserves are the same, which those of a curve never are. It leaves the curve complete. A trade whose
-- event was cut before its reserves leaves those known before it. In one statement, so that there is a view at any time.
ALTER TABLE mv_bonding_progress MODIFY QUERY
SELECT
    mint,
    toDateTime64(toStartOfInterval(time, INTERVAL 6 HOUR), 3, 'UTC') AS period,
    argMaxState(
        CAST((time, price_token_reserves, price_quote_reserves, real_token_reserves, real_quote_reserves),
            'Tuple(time DateTime64(3, \'UTC\'), virtual_token Nullable(Int128), virtual_quote Nullable(Int128), real_token Nullable(UInt64), real_quote Nullable(UInt64))'),
        position) AS newest
FROM trades_executed
WHERE venue = 'pump-curve' AND ifNull(price_token_reserves != real_token_reserves, 0)
GROUP BY mint, period;
