-- Source: topic tokens.journal, SlotConfirmed and SlotRolledBack, of partition 0: they stand in every partition.
-- Grain:  one row per slot confirmed or rolled back.
-- Reader: health, verification.
CREATE TABLE slots
(
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    status LowCardinality(String) COMMENT 'confirmed or rolled_back',
    slot UInt64 COMMENT 'Slot' CODEC(ZSTD(1)),
    parent_slot Nullable(UInt64) COMMENT 'Slot before it on the chain' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (slot, position)
SETTINGS non_replicated_deduplication_window = 100000;
