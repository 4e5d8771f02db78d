-- Source: topic screening.tokens, TokenDescribed; the sink writes the newest one of each mint in a claimed range.
-- Grain:  one row per mint once merged; read it with FINAL. Of tokens that were measured before it the row comes from their
--         newest measurement; a second run changes nothing.
-- Reader: query-api at its start: who the tokens of token_scores_latest are. Never dropped with history: a token that stays
--         on a list for longer would lose its name.
CREATE TABLE tokens_described_latest
(
    mint String COMMENT 'Mint address of the token',
    time DateTime64(3, 'UTC') COMMENT 'Stream time when this was said' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Place of the newest fact of the token then' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the data came from',
    symbol Nullable(String) COMMENT 'As its creator wrote it, in launches_created; null where the launch was not seen' CODEC(ZSTD(1)),
    name Nullable(String) COMMENT 'As symbol' CODEC(ZSTD(1)),
    uri Nullable(String) COMMENT 'Where its metadata are said to be, as symbol' CODEC(ZSTD(1)),
    creator Nullable(String) COMMENT 'Wallet of its creator; null where nothing told' CODEC(ZSTD(1)),
    created_at Nullable(DateTime64(3, 'UTC')) COMMENT 'Time of launches_created; null where the launch was not seen' CODEC(ZSTD(1)),
    seen_since_creation Bool COMMENT 'Whether the first that was seen of it is its launch',
    is_mayhem Nullable(Bool) COMMENT 'Mayhem mode; null where nothing told',
    bonding_curve Nullable(String) COMMENT 'Account of its curve; null where none was seen' CODEC(ZSTD(1)),
    pool Nullable(String) COMMENT 'Account of its own pool; null before one was seen' CODEC(ZSTD(1)),
    quote_mint LowCardinality(Nullable(String)) COMMENT 'What it is priced in; null until a fact about a curve or pool was seen',
    quote_decimals Nullable(UInt8) COMMENT 'Decimals of quote_mint; null where they are not known',
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = ReplacingMergeTree(time)
ORDER BY mint
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'The newest identity of each token that was measured, read with FINAL';

INSERT INTO tokens_described_latest
SELECT
    mint, time, position, rules_version, source_kind, source_name,
    JSONExtract(event, 'symbol', 'Nullable(String)'),
    JSONExtract(event, 'name', 'Nullable(String)'),
    JSONExtract(event, 'uri', 'Nullable(String)'),
    JSONExtract(event, 'creator', 'Nullable(String)'),
    fromUnixTimestamp64Milli(JSONExtract(event, 'createdAt', 'Nullable(Int64)'), 'UTC'),
    JSONExtractBool(event, 'seenSinceCreation'),
    JSONExtract(event, 'isMayhem', 'Nullable(Bool)'),
    JSONExtract(event, 'bondingCurve', 'Nullable(String)'),
    JSONExtract(event, 'pool', 'Nullable(String)'),
    JSONExtract(event, 'quoteMint', 'Nullable(String)'),
    JSONExtract(event, 'quoteDecimals', 'Nullable(UInt8)')
FROM token_scores_latest FINAL
WHERE event != '';
