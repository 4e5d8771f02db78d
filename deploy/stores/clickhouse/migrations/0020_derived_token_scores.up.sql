-- Source: topic screening.tokens, TokenScored.
-- Grain:  one row per measurement of a token.
-- Reader: score history, backtests; token_scores_latest holds the newest with every field.
CREATE TABLE token_scores
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    lifecycle LowCardinality(String) COMMENT 'bonding, migrating or graduated',
    bonding_progress_percent Nullable(Float64) COMMENT 'Tokens sold of the curve, percent',
    quote_progress_percent Nullable(Float64) COMMENT 'Quote raised of what completion needs, percent',
    price_quote Nullable(Float64) COMMENT 'Whole quote units per whole token',
    price_usd Nullable(Float64) COMMENT 'Dollars per whole token',
    market_cap_usd Nullable(Float64) COMMENT 'Dollars',
    liquidity_usd Nullable(Float64) COMMENT 'Dollars',
    volume_usd Nullable(Float64) COMMENT 'Dollars since launch, as far as seen',
    trade_count UInt64 COMMENT 'Trades since launch, as far as seen',
    buys_5m UInt32 COMMENT 'Buys within 5 minutes',
    sells_5m UInt32 COMMENT 'Sells within 5 minutes',
    price_change_5m_percent Nullable(Float64) COMMENT 'Price change over 5 minutes, percent',
    buy_sell_ratio_5m Nullable(Float64) COMMENT 'Buys ÷ max(sells, 1) within 5 minutes',
    whale_buyers Nullable(UInt32) COMMENT 'Wallets that bought for 5 SOL within 60 minutes',
    holders Nullable(UInt32) COMMENT 'Owners with a balance',
    top1_holder_percent Nullable(Float64) COMMENT 'Share of the largest owner, percent',
    top10_holder_percent Nullable(Float64) COMMENT 'Share of the ten largest owners, percent',
    holder_coverage Float64 COMMENT 'Share of the supply whose owner is known, 0-1',
    gap_seen Bool COMMENT 'The stream has a hole in the life of the token',
    live_passed_checks UInt8 COMMENT 'Checks passed under profile live',
    live_source LowCardinality(String) COMMENT 'pumpfun, bonded, or empty when in no list',
    live_verdict LowCardinality(String) COMMENT 'qualified, rejected, or empty',
    whitepaper_passed_checks UInt8 COMMENT 'Checks passed under profile whitepaper',
    whitepaper_source LowCardinality(String) COMMENT 'pumpfun, bonded, or empty when in no list',
    whitepaper_verdict LowCardinality(String) COMMENT 'qualified, rejected, or empty'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, time)
SETTINGS non_replicated_deduplication_window = 100000;
