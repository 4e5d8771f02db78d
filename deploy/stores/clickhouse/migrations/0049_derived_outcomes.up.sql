-- Source: topic screening.tokens, OutcomeObserved.
-- Grain:  one row per token, start (its launch, its first listing on a list) and horizon.
-- Reader: analysts, the fit of patterns.
CREATE TABLE outcomes
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'End of the horizon: started_at and 5 minutes, 1 hour or 24 hours. What had happened by then counts. No row where the token had left for a day''s quiet before' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact by then' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules, as it was told',
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the data came from',
    since LowCardinality(String) COMMENT 'What it counts from: launch, or the list that the token was first put on. No row of a launch that was not seen, nor of lists of tokens that were met before outcomes were told',
    started_at DateTime64(3, 'UTC') COMMENT 'Time of the launch; of a list, stream time of the measurement that first put the token on it' CODEC(Delta, ZSTD(1)),
    horizon LowCardinality(String) COMMENT '5m, 1h or 24h after started_at',
    peak_multiple Nullable(Float64) COMMENT 'Highest price from started_at to the horizon / price at the start, both after trades (the agent''s too) and in the token''s quote. The start of a launch is the price after its first trade. Null where a gap lies between, no trade told a price, one did not, or the quote is another',
    last_multiple Nullable(Float64) COMMENT 'Price at the horizon / price at the start; null as peak_multiple is',
    has_graduated Nullable(Bool) COMMENT 'Whether its liquidity had moved to a pool by then; null where a gap may hold it',
    has_dumped Nullable(Bool) COMMENT 'In rows of 1h: whether a price within the hour was 60% or more under the highest since the start. Against the price at the start itself next to no launch could fall so far: it stands close above the least that a curve has. Null where what is missing may hold it, and in other rows',
    is_dead Nullable(Bool) COMMENT 'In rows of 24h: whether it was not traded in the last hour of them, the agent left out. Null where a gap may hold a trade, and in other rows',
    pattern LowCardinality(String) COMMENT 'In rows of launch and 24h: the pattern that it matched best as its first hour of trading ended. Empty where that is not known or was matched by another rules_version, and in other rows',
    pattern_score Nullable(Float64) COMMENT 'Points of that pattern, 0-100; null where there is none',
    pattern_coverage Nullable(Float64) COMMENT 'Share of its weight that was observed, 0-1; null where there is none',
    id String COMMENT 'Id of the event' CODEC(ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, since, started_at, horizon)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row per token, start (its launch, its first listing on a list) and horizon: what had become of it';
