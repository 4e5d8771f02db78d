-- Reverts 0037_derived_tokens_described.up.sql.
DROP TABLE IF EXISTS tokens_described_latest;
