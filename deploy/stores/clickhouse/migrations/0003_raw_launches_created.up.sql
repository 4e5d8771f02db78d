-- Source: topic tokens.journal, LaunchCreated.
-- Grain:  one row per a token created on the launchpad.
-- Reader: token page, launch facts.
CREATE TABLE launches_created
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    name String COMMENT 'Name as its creator wrote it' CODEC(ZSTD(1)),
    symbol String COMMENT 'Symbol as its creator wrote it' CODEC(ZSTD(1)),
    uri String COMMENT 'Metadata link as its creator wrote it' CODEC(ZSTD(1)),
    bonding_curve String COMMENT 'Account of the curve' CODEC(ZSTD(1)),
    user String COMMENT 'Wallet that created the token' CODEC(ZSTD(1)),
    creator Nullable(String) COMMENT 'Wallet that creator fees go to' CODEC(ZSTD(1)),
    token_program LowCardinality(Nullable(String)) COMMENT 'Program that owns the mint',
    quote_mint LowCardinality(String) COMMENT 'What the curve is quoted in',
    virtual_token_reserves Nullable(UInt64) COMMENT 'Token side of the price at the start, base units' CODEC(ZSTD(1)),
    virtual_quote_reserves Nullable(UInt64) COMMENT 'Quote side of the price at the start, base units' CODEC(ZSTD(1)),
    real_token_reserves Nullable(UInt64) COMMENT 'Tokens for sale at the start, base units' CODEC(ZSTD(1)),
    token_total_supply Nullable(UInt64) COMMENT 'Supply, base units' CODEC(ZSTD(1)),
    is_mayhem Nullable(Bool) COMMENT 'Mayhem mode',
    is_cashback Nullable(Bool) COMMENT 'Cashback coin',
    creator_fee_basis_points Nullable(UInt64) COMMENT 'Creator fee, 1/100 percent' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
