ALTER TABLE tokens_described_latest
    DROP COLUMN description;
