-- Source: topic tokens.journal, VolumePlaceObserved.
-- Grain:  one row per answer about a token's place by volume among live tokens.
-- Reader: Ultimate's Trending, evidence.
CREATE TABLE volume_places_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind, stream time of the ask in ms' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'What it was looked up in',
    until_at DateTime64(3, 'UTC') COMMENT 'Stream time up to which live tokens were looked at' CODEC(Delta, ZSTD(1)),
    place UInt32 COMMENT 'Place by volume of 1 h in dollars among tokens of its kind of source that were traded in the hour before, each as it was measured last: 1 is the first, and equal volumes share the better place',
    live_tokens UInt32 COMMENT 'How many these were, itself among them',
    volume_usd_1h Float64 COMMENT 'Its own volume of 1 h there, USD',
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row per answer about a token''s place by volume of 1 h among live tokens, asked of tokens near a list';
