-- Source: topic tokens.journal, Migrated.
-- Grain:  one row per a curve's liquidity moved to a pool.
-- Reader: token page, outcomes.
CREATE TABLE tokens_migrated
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    venue LowCardinality(String) COMMENT 'pumpswap or raydium',
    bonding_curve Nullable(String) COMMENT 'Account of the curve' CODEC(ZSTD(1)),
    pool Nullable(String) COMMENT 'Account of the pool' CODEC(ZSTD(1)),
    user String COMMENT 'Wallet that migrated it' CODEC(ZSTD(1)),
    quote_mint LowCardinality(String) COMMENT 'What the curve was quoted in',
    token_amount Nullable(UInt64) COMMENT 'Tokens moved, base units' CODEC(ZSTD(1)),
    quote_amount Nullable(UInt64) COMMENT 'Quote moved, base units' CODEC(ZSTD(1)),
    migration_fee Nullable(UInt64) COMMENT 'Fee, quote base units' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
