-- Source: topic tokens.journal, SolPriceObserved, of partition 0: it stands in every partition.
-- Grain:  one row per price of SOL observed.
-- Reader: analysts, token page.
CREATE TABLE sol_prices
(
    position String COMMENT 'Place on the chain: slot, transaction, instruction, inner; sorts as text' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Chain time' CODEC(Delta, ZSTD(1)),
    id String COMMENT 'Id of the fact: signature, instruction, inner, kind' CODEC(ZSTD(1)),
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the fact came from',
    price_usd Decimal(38, 12) COMMENT 'Dollars of one SOL' CODEC(ZSTD(1)),
    observed_by LowCardinality(String) COMMENT 'Who says so'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (time, position)
SETTINGS non_replicated_deduplication_window = 100000;
