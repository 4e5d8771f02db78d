-- Source: topic tokens.journal, QuotePriceObserved, of partition 0: it stands in every partition.
-- Grain:  one row per slot and place (curve or pool) in which a coin was traded that tokens are quoted in.
-- Reader: dollars of those tokens.
CREATE TABLE quote_prices
(
    position String COMMENT 'End of the slot whose trades tell it; sorts as text, and is the same for all rows of a slot' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: slot, coin, place' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    quote_mint String COMMENT 'The coin: quote_mint of the trades of tokens quoted in it' CODEC(ZSTD(1)),
    priced_in LowCardinality(String) COMMENT 'SOL or USDC: what its own trade was in',
    venue LowCardinality(String) COMMENT 'Where it was traded, as in trades_executed',
    pool String COMMENT 'The curve or pool' CODEC(ZSTD(1)),
    price_token_reserves Int128 COMMENT 'Reserves of the coin after the newest trade there that set its price, base units' CODEC(ZSTD(1)),
    price_quote_reserves Int128 COMMENT 'Reserves of SOL or USDC likewise: the price is price_quote_reserves / price_token_reserves, of base units' CODEC(ZSTD(1)),
    real_token_reserves Nullable(UInt64) COMMENT 'What of the coin is really held there; null where the trade did not tell' CODEC(ZSTD(1)),
    real_quote_reserves Nullable(UInt64) COMMENT 'What of SOL or USDC is really held there, by which places are weighed; null where the trade did not tell' CODEC(ZSTD(1)),
    slot UInt64 MATERIALIZED toUInt64(substring(position, 1, 12)) COMMENT 'Slot, from the position' CODEC(Delta, ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (quote_mint, position)
SETTINGS non_replicated_deduplication_window = 100000;
