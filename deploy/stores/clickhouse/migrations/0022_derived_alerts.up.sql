-- Source: topic screening.tokens, BondingAlertRaised.
-- Grain:  one row per token that first reached 30-50%.
-- Reader: Early Stage, alerts.
CREATE TABLE alerts
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    bonding_progress_percent Float64 COMMENT 'Tokens sold of the curve, percent',
    id String COMMENT 'Id of the event' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, time)
SETTINGS non_replicated_deduplication_window = 100000;
