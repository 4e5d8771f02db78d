-- Source: topic tokens.journal, LiquidityChanged.
-- Grain:  one row per a deposit into a pool or a withdrawal.
-- Reader: token page.
CREATE TABLE liquidity_changed
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
    change LowCardinality(String) COMMENT 'deposit or withdraw',
    user String COMMENT 'Wallet that did it' CODEC(ZSTD(1)),
    token_amount UInt64 COMMENT 'Tokens, base units' CODEC(ZSTD(1)),
    quote_amount UInt64 COMMENT 'Quote, base units' CODEC(ZSTD(1)),
    lp_token_amount UInt64 COMMENT 'Pool tokens, base units' CODEC(ZSTD(1)),
    real_token_reserves UInt64 COMMENT 'Tokens held after it' CODEC(ZSTD(1)),
    real_quote_reserves UInt64 COMMENT 'Quote held after it' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
