ALTER TABLE tokens_described_latest
    ADD COLUMN picture_failure LowCardinality(Nullable(String)) COMMENT 'Why there is no picture: what failed of the document or its picture, as in metadata_resolved; null where there is one, and before an answer came' AFTER picture_sha256;
