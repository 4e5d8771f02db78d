-- Source: topic screening.tokens, ListEntered and ListLeft.
-- Grain:  one row each time a token enters or leaves a list that is a table of gates.
-- Reader: token page, evidence.
CREATE TABLE list_changes
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time: of the measurement in token_scores that decided it' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the data came from',
    list LowCardinality(String) COMMENT 'Name of the list; who is on it stands in docs/scoring.md',
    change LowCardinality(String) COMMENT 'entered or left',
    listed_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Of one that entered: when it first stood on the list; null of one that left',
    is_first Nullable(Bool) COMMENT 'Of one that entered: whether this was the first time; null of one that left',
    market_cap_usd Nullable(Float64) COMMENT 'Of one that entered: its market cap then, in dollars as then observed. Null where it was unknown, and of one that left',
    reason Nullable(String) COMMENT 'Of one that left: the first gate that it does not pass with its value and limit, or that its risk hides it, as a sentence; null of one that entered' CODEC(ZSTD(1)),
    gates Array(LowCardinality(String)) COMMENT 'Names of the gates of the list, in the order of its table',
    verdicts Array(LowCardinality(String)) COMMENT 'Of each of them: pass, fail, or unknown, which does not pass',
    values Array(Nullable(Float64)) COMMENT 'Of each of them what was observed, in the unit of the gate; true and false are 1 and 0. Null where it is unknown',
    limits Array(Float64) COMMENT 'Of each of them the limit',
    id String COMMENT 'Id of the event' CODEC(ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position, list)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row each time a token enters or leaves a list that is a table of gates';
