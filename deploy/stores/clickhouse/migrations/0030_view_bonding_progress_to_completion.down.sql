ALTER TABLE mv_bonding_progress MODIFY QUERY
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
