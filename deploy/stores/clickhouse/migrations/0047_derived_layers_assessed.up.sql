-- Source: topic screening.tokens, LayerAssessed.
-- Grain:  one row per finding of a layer of the rug analysis, each time the points of one of the layer's findings are others.
-- Reader: token page, evidence.
CREATE TABLE layers_assessed
(
    mint String COMMENT 'Mint address of the token' CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') COMMENT 'Stream time at which the layer was assessed: with a measurement, which is a row of token_scores where anything in it is another' CODEC(Delta, ZSTD(1)),
    position String COMMENT 'Journal position of the newest fact behind it' CODEC(ZSTD(1)),
    rules_version UInt16 COMMENT 'Version of the rules',
    source_kind LowCardinality(String) COMMENT 'provider, tape or market',
    source_name LowCardinality(String) COMMENT 'Host, tape file or simulator that the data came from',
    layer LowCardinality(String) COMMENT 'Layer of the rug analysis: liquidity, holders, contract, market, social or community',
    layer_points Nullable(Float64) COMMENT 'Points of the layer, 0-100: its findings together. Null where no input of it was observed',
    name LowCardinality(String) COMMENT 'Name of the finding; what it looks at and its points stand in docs/scoring.md',
    level LowCardinality(String) COMMENT 'danger from 30 points, warning from 10, else note; unknown where its input was not observed',
    points Float64 COMMENT 'Points of the finding',
    value Nullable(Float64) COMMENT 'What was observed, in the unit of the finding; true and false are 1 and 0. Null where it is unknown',
    limit_value Nullable(Float64) COMMENT 'The limit that the value is beyond, else the mildest of its limits; null for what is true or false',
    evidence Array(String) COMMENT 'Accounts that show it, ten at most: the mint, the pool or curve, wallets. Empty where there is none' CODEC(ZSTD(1)),
    id String COMMENT 'Id of the event: one for all findings of it' CODEC(ZSTD(1)),
    position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins'
)
ENGINE = MergeTree
PARTITION BY toStartOfInterval(time, INTERVAL 6 HOUR)
ORDER BY (mint, position, layer, name)
SETTINGS non_replicated_deduplication_window = 100000
COMMENT 'One row per finding of a layer of the rug analysis, each time the points of one of the layer''s findings are others';
