-- Source: topic screening.tokens, TokenQualified, TokenRejected and TokenUnlisted.
-- Grain:  one row per change of a list.
-- Reader: list history, for asking what a list held at a time.
CREATE TABLE verdicts
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    profile LowCardinality(String) COMMENT 'live or whitepaper',
    list_source LowCardinality(String) COMMENT 'pumpfun or bonded',
    verdict LowCardinality(String) COMMENT 'qualified, rejected or unlisted',
    passed_checks Nullable(UInt8) COMMENT 'Checks passed; null when unlisted',
    total_checks Nullable(UInt8) COMMENT 'Checks asked; null when unlisted',
    reason Nullable(String) COMMENT 'First failed check, as a sentence; rejected only' CODEC(ZSTD(1)),
    market_cap_usd Nullable(Float64) COMMENT 'Dollars then',
    id String COMMENT 'Id of the event' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, profile, time, list_source, verdict)
SETTINGS non_replicated_deduplication_window = 100000;
