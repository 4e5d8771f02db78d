-- Source: topic tokens.journal, LikenessObserved.
-- Grain:  one row per answer about what a token has in common with others.
-- Reader: social verification, Trend Riding, evidence.
CREATE TABLE likeness_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind, stream time of the ask in ms' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'What it was looked up in',
    picture_sha256 Nullable(String) COMMENT 'Of the picture that was asked about; null where it had none' CODEC(ZSTD(1)),
    twitter_handle Nullable(String) COMMENT 'Account that was asked about, without @; null where its document names none' CODEC(ZSTD(1)),
    since_at DateTime64(3, 'UTC') COMMENT 'Stream time from which on all was seen, without a gap' CODEC(Delta, ZSTD(1)),
    until_at DateTime64(3, 'UTC') COMMENT 'Stream time up to which it was' CODEC(Delta, ZSTD(1)),
    same_name_mint Nullable(String) COMMENT 'Token that launched earlier, with the same name and symbol, and graduated or was on a list but New in the 24 h before the ask; null where none was found' CODEC(ZSTD(1)),
    same_name_became LowCardinality(Nullable(String)) COMMENT 'What made it one: graduated, listed or boosted',
    same_name_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Stream time of that' CODEC(ZSTD(1)),
    same_name_signature Nullable(String) COMMENT 'The transaction by which it graduated; null where it was no transaction' CODEC(ZSTD(1)),
    same_picture_mint Nullable(String) COMMENT 'The same with the same picture; null where none was found' CODEC(ZSTD(1)),
    same_picture_became LowCardinality(Nullable(String)) COMMENT 'What made it one: graduated, listed or boosted',
    same_picture_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Stream time of that' CODEC(ZSTD(1)),
    same_picture_signature Nullable(String) COMMENT 'The transaction by which it graduated; null where it was no transaction' CODEC(ZSTD(1)),
    theme_word Nullable(String) COMMENT 'The word of name and symbol that it shares with theme_mint; null where none was found, and of a copy' CODEC(ZSTD(1)),
    theme_mint Nullable(String) COMMENT 'Token with a word of its name and symbol, that graduated or was boosted in the 24 h before its launch: of several the newest; null where none was found' CODEC(ZSTD(1)),
    theme_became LowCardinality(Nullable(String)) COMMENT 'What made it one: graduated, listed or boosted',
    theme_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Stream time of that' CODEC(ZSTD(1)),
    theme_signature Nullable(String) COMMENT 'The transaction by which it graduated; null where it was no transaction' CODEC(ZSTD(1)),
    launches_naming_account Nullable(UInt32) COMMENT 'Launches of the 24 h before the ask whose newest document names the same account on X, itself among them; null where its own names none',
    mints_naming_account Array(String) COMMENT 'Ten of these at most, the newest first' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row per answer about what a token has in common with others of the last 24 hours';
