-- Source: topic screening.tokens: what each event says of its data's origin.
-- Grain:  unchanged. Reader: whoever asks whether a row is of the chain, of a tape or simulated.
ALTER TABLE token_scores
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
ALTER TABLE token_scores_latest
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
ALTER TABLE verdicts
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
ALTER TABLE alerts
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
ALTER TABLE lifecycle_changes
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
ALTER TABLE scans
    ADD COLUMN source_kind LowCardinality(String) DEFAULT '' COMMENT 'provider, tape or market; empty in rows older than this column',
    ADD COLUMN source_name LowCardinality(String) DEFAULT '' COMMENT 'Host, tape file or simulator that the data came from';
