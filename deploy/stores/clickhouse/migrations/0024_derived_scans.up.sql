-- Source: topic screening.tokens, ScanAdvanced.
-- Grain:  one row per partition of the journal and second of stream time.
-- Reader: health and scan history.
CREATE TABLE scans
(
    partition UInt16 COMMENT 'Partition of the journal',
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the slot' CODEC(ZSTD(1)),
    slot UInt64 COMMENT 'Newest confirmed slot' CODEC(Delta, ZSTD(1)),
    scanned UInt32 COMMENT 'Tokens measured since the scan before',
    total UInt32 COMMENT 'Tokens followed',
    monitored_pumpfun UInt32 COMMENT 'Bonding tokens traded within 1 h',
    monitored_bonded UInt32 COMMENT 'Migrating tokens, and those graduated within 24 h',
    matched UInt32 COMMENT 'Tokens between 30 and 50%',
    records_read UInt64 COMMENT 'Journal records read so far'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (partition, time)
SETTINGS non_replicated_deduplication_window = 100000;
