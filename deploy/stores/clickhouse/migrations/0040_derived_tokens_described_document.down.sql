ALTER TABLE tokens_described_latest
    DROP COLUMN picture_sha256,
    DROP COLUMN twitter,
    DROP COLUMN telegram;
