-- What a token's document says, as far as it was read: with its identity, as both seldom change.
ALTER TABLE tokens_described_latest
    ADD COLUMN picture_sha256 Nullable(String) COMMENT 'The newest picture_sha256 of metadata_resolved; null before one was read' CODEC(ZSTD(1)) AFTER quote_decimals,
    ADD COLUMN twitter Nullable(String) COMMENT 'Account on X that the document names, without @; null where it names none, a post or a community' AFTER picture_sha256,
    ADD COLUMN telegram Nullable(String) COMMENT 'Public channel or group that the document names, without @; null where it names none' AFTER twitter;
