-- Source: the sink, after the tables of a claimed range of offsets have their rows.
-- Grain:  one row per topic and partition once merged.
-- Reader: the sink at its start: rows that the committed offsets do not know of would be stored twice.
CREATE TABLE sink_progress
(
    topic LowCardinality(String) COMMENT 'Topic that was read',
    partition UInt16 COMMENT 'Partition of it',
    last_offset UInt64 COMMENT 'Last offset whose rows are stored'
)
ENGINE = ReplacingMergeTree(last_offset)
ORDER BY (topic, partition)
SETTINGS non_replicated_deduplication_window = 100000;
