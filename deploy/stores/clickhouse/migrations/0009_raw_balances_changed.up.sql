-- Source: topic tokens.journal, BalanceChanged.
-- Grain:  one row per a token account after a transaction.
-- Reader: holder balances.
CREATE TABLE balances_changed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    account String COMMENT 'Token account' CODEC(ZSTD(1)),
    owner_before Nullable(String) COMMENT 'Owner before the transaction' CODEC(ZSTD(1)),
    owner_after Nullable(String) COMMENT 'Owner after it, null when closed' CODEC(ZSTD(1)),
    amount UInt64 COMMENT 'Balance after it, base units' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
