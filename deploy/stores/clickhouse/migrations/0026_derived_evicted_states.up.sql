-- Source: topic screener.evicted.
-- Grain:  one row per part of a token's state each time that it leaves the screener for a day's quiet.
-- Reader: the screener, when a token that it does not hold is met again: all parts of the newest eviction before the
--         record in hand. Never dropped with history: without it a token that comes back counts as never seen.
CREATE TABLE evicted_states
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    partition UInt16 COMMENT 'Partition of the journal',
    evicted_offset UInt64 COMMENT 'Journal offset of the record that made the token leave' CODEC(Delta, ZSTD(1)),
    evicted_at DateTime64(3, 'UTC') COMMENT 'Stream time then' CODEC(Delta, ZSTD(1)),
    part UInt16 COMMENT 'Number of the part, from 0',
    parts UInt16 COMMENT 'Parts of the state: only together are they the token',
    state String COMMENT 'A token or account shard as topic screener.state holds it' CODEC(ZSTD(3))
)
ENGINE = MergeTree
ORDER BY (mint, evicted_offset, part)
-- A look-up wants a few rows of some kilobytes: small granules.
SETTINGS index_granularity = 64, non_replicated_deduplication_window = 100000;
