-- Source: topic screening.tokens, ScanAdvanced; the sink writes the newest one of each claimed range.
-- Grain:  one row per partition of the journal once merged; read it with FINAL.
-- Reader: query-api, for stream time, counts, gaps and the SOL price at start. `event` is the whole ScanAdvanced as on
--         the wire: SELECT partition, event FROM scans_latest FINAL.
CREATE TABLE scans_latest
(
    partition UInt16 COMMENT 'Partition of the journal',
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    event String COMMENT 'The whole ScanAdvanced as JSON, in wire form' CODEC(ZSTD(3))
)
ENGINE = ReplacingMergeTree(time)
ORDER BY partition
SETTINGS non_replicated_deduplication_window = 100000;
