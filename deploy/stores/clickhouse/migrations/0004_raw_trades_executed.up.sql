-- Source: topic tokens.journal, TradeExecuted.
-- Grain:  one row per a buy or sell on a curve or in a pool.
-- Reader: candles, trade flow, bonding progress, token page.
CREATE TABLE trades_executed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    venue LowCardinality(String) COMMENT 'pump-curve, pumpswap or raydium',
    pool Nullable(String) COMMENT 'Curve or pool account' CODEC(ZSTD(1)),
    side LowCardinality(String) COMMENT 'buy or sell, as seen from the token',
    token_amount UInt64 COMMENT 'Tokens, base units' CODEC(ZSTD(1)),
    quote_mint LowCardinality(String) COMMENT 'What was paid in',
    quote_decimals Nullable(UInt8) COMMENT 'Decimals of the quote',
    quote_amount UInt64 COMMENT 'Quote between trader and reserves without fees, base units' CODEC(ZSTD(1)),
    protocol_fee Nullable(UInt64) COMMENT 'Fee to the protocol, quote base units' CODEC(ZSTD(1)),
    creator_fee Nullable(UInt64) COMMENT 'Fee to the creator, quote base units' CODEC(ZSTD(1)),
    lp_fee Nullable(UInt64) COMMENT 'Fee to the pool, quote base units' CODEC(ZSTD(1)),
    trader String COMMENT 'Wallet that traded' CODEC(ZSTD(1)),
    fee_payer Nullable(String) COMMENT 'Wallet that paid for the transaction' CODEC(ZSTD(1)),
    price_token_reserves Nullable(Int128) COMMENT 'Token reserves after the trade that set the price' CODEC(ZSTD(1)),
    price_quote_reserves Nullable(Int128) COMMENT 'Quote reserves after the trade that set the price' CODEC(ZSTD(1)),
    real_token_reserves Nullable(UInt64) COMMENT 'Tokens really held after the trade' CODEC(ZSTD(1)),
    real_quote_reserves Nullable(UInt64) COMMENT 'Quote really held after the trade' CODEC(ZSTD(1)),
    creator Nullable(String) COMMENT 'Wallet that creator fees go to' CODEC(ZSTD(1)),
    is_mayhem Nullable(Bool) COMMENT 'Mayhem mode',
    token_supply Nullable(UInt64) COMMENT 'Supply, where the event told it' CODEC(ZSTD(1)),
    instruction_name LowCardinality(Nullable(String)) COMMENT 'Instruction that the event names',
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    signature String ALIAS splitByChar(':', id)[1] COMMENT 'Transaction, from the id'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
