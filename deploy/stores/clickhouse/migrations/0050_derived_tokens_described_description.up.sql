ALTER TABLE tokens_described_latest
    ADD COLUMN description Nullable(String) COMMENT 'Description in its document, as its author wrote it; null before that was read, where it has none, and in what was said before it was kept' CODEC(ZSTD(1)) AFTER telegram;
