-- Source: topic tokens.journal, WebsiteObserved.
-- Grain:  one row per answer about the website that a launch's document names.
-- Reader: scores.
CREATE TABLE websites_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind, stream time of the ask in ms' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered, after redirects; of one that failed the host that the launch names',
    website String COMMENT 'Website in the document, as its author wrote it' CODEC(ZSTD(1)),
    does_answer Nullable(Bool) COMMENT 'Whether it answered with a status of success, after redirects; null where somebody is there who keeps strangers out: then it is not known',
    failure LowCardinality(Nullable(String)) COMMENT 'Why it does not, or why it is not known: no-address, private-address, unresolved, unreachable, too-slow, cut, not-found, refused, rate-limited, too-many-redirects, unreadable; null where it answered',
    failure_detail Nullable(String) COMMENT 'The same in words' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row per answer about the website that a launch names, asked of tokens near a list';
