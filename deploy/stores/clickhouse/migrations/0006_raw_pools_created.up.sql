-- Source: topic tokens.journal, PoolCreated.
-- Grain:  one row per an AMM pool opened.
-- Reader: token page.
CREATE TABLE pools_created
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    venue LowCardinality(String) COMMENT 'pumpswap or raydium',
    pool String COMMENT 'Account of the pool' CODEC(ZSTD(1)),
    quote_mint LowCardinality(String) COMMENT 'What the pool is quoted in',
    quote_decimals Nullable(UInt8) COMMENT 'Decimals of the quote',
    is_inverted Bool COMMENT 'The token is the quote side of the pool',
    user String COMMENT 'Wallet that opened it' CODEC(ZSTD(1)),
    creator Nullable(String) COMMENT 'Wallet that creator fees go to' CODEC(ZSTD(1)),
    token_amount UInt64 COMMENT 'Tokens put in, base units' CODEC(ZSTD(1)),
    quote_amount UInt64 COMMENT 'Quote put in, base units' CODEC(ZSTD(1)),
    is_mayhem Nullable(Bool) COMMENT 'Mayhem mode',
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
