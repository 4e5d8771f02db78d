-- Source: topic screening.tokens, LifecycleChanged.
-- Grain:  one row per step of a token from bonding to migrating to graduated.
-- Reader: token page, outcomes.
CREATE TABLE lifecycle_changes
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    from_lifecycle LowCardinality(String) COMMENT 'Where it stood',
    to_lifecycle LowCardinality(String) COMMENT 'Where it stands now',
    id String COMMENT 'Id of the event' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position, to_lifecycle)
SETTINGS non_replicated_deduplication_window = 100000;
