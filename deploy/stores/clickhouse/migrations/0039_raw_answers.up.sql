-- Source: topic tokens.journal, MetadataResolved.
-- Grain:  one row per document read, or not.
-- Reader: token page, social verification, pictures.
CREATE TABLE metadata_resolved
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered: hosts, or the simulated market',
    uri String COMMENT 'Address that the launch names' CODEC(ZSTD(1)),
    document_sha256 Nullable(String) COMMENT 'SHA-256 of the document''s bytes; null where it could not be read' CODEC(ZSTD(1)),
    failure LowCardinality(Nullable(String)) COMMENT 'Why the document could not be read: no-address, private-address, unresolved, unreachable, too-slow, too-large, cut, not-found, refused, rate-limited, too-many-redirects, wrong-type, unreadable, wrong-shape; null where it was',
    failure_detail Nullable(String) COMMENT 'The same in words' CODEC(ZSTD(1)),
    name Nullable(String) COMMENT 'Name in the document, as its author wrote it' CODEC(ZSTD(1)),
    symbol Nullable(String) COMMENT 'Symbol in the document, as its author wrote it' CODEC(ZSTD(1)),
    description Nullable(String) COMMENT 'Description in the document, as its author wrote it, 2,000 characters at most' CODEC(ZSTD(1)),
    twitter Nullable(String) COMMENT 'Link to X in the document, as its author wrote it' CODEC(ZSTD(1)),
    telegram Nullable(String) COMMENT 'Link to Telegram in the document, as its author wrote it' CODEC(ZSTD(1)),
    website Nullable(String) COMMENT 'Website in the document, as its author wrote it' CODEC(ZSTD(1)),
    image_uri Nullable(String) COMMENT 'Address of the picture in the document, as its author wrote it' CODEC(ZSTD(1)),
    picture_sha256 Nullable(String) COMMENT 'SHA-256 of the picture''s bytes as they came; null without a picture' CODEC(ZSTD(1)),
    picture_perceptual_hash LowCardinality(Nullable(String)) COMMENT '64 bits in hexadecimal: pictures that look alike differ in few of them',
    picture_failure LowCardinality(Nullable(String)) COMMENT 'Why there is no picture: the words of failure, and too-many-pixels; null with one, and where the document could not be read',
    picture_failure_detail Nullable(String) COMMENT 'The same in words' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;

-- Source: topic tokens.journal, TokenBoosted.
-- Grain:  one row per change of what is paid for a token on a chart site.
-- Reader: lists, scores.
CREATE TABLE tokens_boosted
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered: hosts, or the simulated market',
    boosts UInt32 COMMENT 'Boosts in force; 0 where the site names none',
    has_paid_profile Nullable(Bool) COMMENT 'Whether its profile was paid for; null where that was not asked',
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;

-- Source: topic tokens.journal, SocialObserved.
-- Grain:  one row per answer about the posts and accounts of a token.
-- Reader: scores.
CREATE TABLE social_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered: hosts, or the simulated market',
    posts_1h Nullable(UInt32) COMMENT 'Posts that name the mint within an hour; null where nobody was asked or answered, as in all columns that follow',
    posts_24h Nullable(UInt32) COMMENT 'Posts that name the mint within 24 h',
    twitter_handle Nullable(String) COMMENT 'Account on X that the document names, without @; null where it names none' CODEC(ZSTD(1)),
    account_exists Nullable(Bool) COMMENT 'Whether X has that account; the columns of the account are null where it has not',
    is_verified Nullable(Bool) COMMENT 'Whether X says that the account is verified',
    followers Nullable(UInt32) COMMENT 'Followers of the account',
    account_created_at Nullable(DateTime64(3, 'UTC')) COMMENT 'When the account was opened' CODEC(ZSTD(1)),
    telegram_handle Nullable(String) COMMENT 'Channel or group that the document names, without @; null where it names none' CODEC(ZSTD(1)),
    telegram_members Nullable(UInt32) COMMENT 'Members of it',
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;

-- Source: topic tokens.journal, MintObserved.
-- Grain:  one row per answer about a mint account.
-- Reader: contract security.
CREATE TABLE mints_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered: hosts, or the simulated market',
    observed_slot UInt64 COMMENT 'Slot whose state the node told' CODEC(Delta, ZSTD(1)),
    exists Bool COMMENT 'Whether the node knows of the account; without it what follows is null or empty',
    token_program LowCardinality(Nullable(String)) COMMENT 'Program that owns the mint: SPL Token or Token-2022',
    decimals Nullable(UInt8) COMMENT 'Decimals of the token',
    supply Nullable(UInt64) COMMENT 'Supply, base units' CODEC(ZSTD(1)),
    mint_authority Nullable(String) COMMENT 'Who can mint more; null where that was given up' CODEC(ZSTD(1)),
    freeze_authority Nullable(String) COMMENT 'Who can freeze accounts; null where that was given up' CODEC(ZSTD(1)),
    extension_names Array(LowCardinality(String)) COMMENT 'Extensions of Token-2022, as the node names them',
    extension_values Array(String) COMMENT 'The values of each, JSON, in the order of extension_names' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;

-- Source: topic tokens.journal, HoldersObserved.
-- Grain:  one row per answer about the largest accounts of a token.
-- Reader: holder shares.
CREATE TABLE holders_observed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'End of the slot that the stream had reached when it was answered; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time of the answer' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: mint, slot, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market: of the token that was asked about',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the token came from',
    answered_by LowCardinality(String) COMMENT 'Who answered: hosts, or the simulated market',
    observed_slot UInt64 COMMENT 'Slot whose state the node told' CODEC(Delta, ZSTD(1)),
    supply UInt64 COMMENT 'Supply then, base units' CODEC(ZSTD(1)),
    accounts Array(String) COMMENT 'Token accounts, largest first, 20 at most' CODEC(ZSTD(1)),
    owners Array(Nullable(String)) COMMENT 'The owner of each; null where the node did not tell it' CODEC(ZSTD(1)),
    amounts Array(UInt64) COMMENT 'What each holds, base units' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
