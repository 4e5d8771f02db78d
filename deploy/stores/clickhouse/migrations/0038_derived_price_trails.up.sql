-- Source: topic screening.tokens, PriceTrailed; the sink writes the newest one of each mint in a claimed range.
-- Grain:  one row per mint once merged; read it with FINAL.
-- Reader: query-api at its start: the closes of the last 5 minutes go on from here by price_quote of token_scores.
CREATE TABLE price_trails_latest
(
    mint String COMMENT 'Mint address of the token',
    time DateTime64(3, 'UTC') COMMENT 'Stream time at which the token came onto a list: the last close is the one before its measurement' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Place of the newest fact of the token then' CODEC(ZSTD(1)),
    closes Array(Nullable(Float64)) COMMENT 'price_quote at the close of each of the last 30 steps of 10 s, oldest first; null where there was none yet' CODEC(ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = ReplacingMergeTree(time)
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY mint
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'Prices of each token before it last came onto a list, read with FINAL';
