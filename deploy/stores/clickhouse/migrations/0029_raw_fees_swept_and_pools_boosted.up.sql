-- Source: topic tokens.journal, FeesSwept.
-- Grain:  one row per payment of fees that trades had left at a curve or pool. They were counted at the trades.
-- Reader: analysts.
CREATE TABLE fees_swept
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    venue LowCardinality(String) COMMENT 'pump-curve or pumpswap',
    pool String COMMENT 'Account of the curve or pool that held the fees' CODEC(ZSTD(1)),
    fee_mint LowCardinality(String) COMMENT 'What the fees are in: the quote of the curve or pool, which is the token itself where a pool is inverted',
    bucket LowCardinality(String) COMMENT 'Whose fees: protocol or creator',
    recipient String COMMENT 'Wallet or account that got them' CODEC(ZSTD(1)),
    amount UInt64 COMMENT 'Fees paid out, base units of fee_mint' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;

-- Source: topic tokens.journal, PoolBoosted.
-- Grain:  one row per pool that gave up a part of its quote to count it as virtual.
-- Reader: analysts.
CREATE TABLE pools_boosted
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    venue LowCardinality(String) COMMENT 'pumpswap',
    bonding_curve Nullable(String) COMMENT 'Account of the curve that the pool came from' CODEC(ZSTD(1)),
    pool String COMMENT 'Account of the pool' CODEC(ZSTD(1)),
    virtual_quote_reserves Int128 COMMENT 'Quote that the pool counts beside what it holds, base units' CODEC(ZSTD(1)),
    real_quote_reserves UInt64 COMMENT 'Quote held after it, base units' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
