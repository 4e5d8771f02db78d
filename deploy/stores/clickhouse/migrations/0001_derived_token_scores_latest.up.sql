-- Source: topic screening.tokens, TokenScored; the sink writes the newest one of each mint in a claimed range.
-- Grain:  one row per mint once merged; read it with FINAL.
-- Reader: query-api loads its lists from `event`, which is the whole TokenScored as on the wire:
--         SELECT mint, event FROM token_scores_latest FINAL. It parses with ScreeningEvent of contracts/events.
--         Stream times of one mint never repeat, so `time` alone says which row is newer.
CREATE TABLE token_scores_latest
(
    mint String COMMENT 'Mint address of the token',
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the measurement' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules that gave the verdicts',
    lifecycle LowCardinality(String) COMMENT 'bonding, migrating or graduated',
    bonding_progress_percent Nullable(Float64) COMMENT 'Tokens sold of the curve, percent; null where unknown',
    market_cap_usd Nullable(Float64) COMMENT 'Price times supply, USD; null where unknown',
    last_trade_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Chain time of the newest trade; null before the first',
    migrated_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Chain time of the migration; null before it or where it was not seen',
    live_source LowCardinality(String) COMMENT 'List source under profile live: pumpfun, bonded, or empty when in no list',
    live_verdict LowCardinality(String) COMMENT 'qualified, rejected, or empty when in no list',
    whitepaper_source LowCardinality(String) COMMENT 'List source under profile whitepaper, or empty',
    whitepaper_verdict LowCardinality(String) COMMENT 'Verdict under profile whitepaper, or empty',
    event String COMMENT 'The whole TokenScored as JSON, in wire form' CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY mint
SETTINGS non_replicated_deduplication_window = 100000;
