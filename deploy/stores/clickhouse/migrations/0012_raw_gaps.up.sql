-- Source: topic tokens.journal, GapDetected, of partition 0: it stands in every partition.
-- Grain:  one row per hole in the stream.
-- Reader: health, verification.
CREATE TABLE gaps
(
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    after_slot UInt64 COMMENT 'Last slot before the hole' CODEC(ZSTD(1)),
    before_slot UInt64 COMMENT 'First slot after it' CODEC(ZSTD(1)),
    duration_ms Nullable(UInt64) COMMENT 'Chain time between the two; null where not known',
    reason String COMMENT 'Why the slots could not be had' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY position
SETTINGS non_replicated_deduplication_window = 100000;
