-- Reverts 0055_view_latest.up.sql.
DROP VIEW IF EXISTS token_scores_latest;
DROP VIEW IF EXISTS tokens_described_latest;
DROP VIEW IF EXISTS price_trails_latest;
DROP VIEW IF EXISTS scans_latest;

RENAME TABLE IF EXISTS token_scores_latest_unmerged TO token_scores_latest;

CREATE MATERIALIZED VIEW mv_token_scores_latest TO token_scores_latest AS
SELECT *
FROM token_scores
ORDER BY time DESC, position DESC
LIMIT 1 BY mint;

DROP VIEW IF EXISTS mv_token_scores_latest_unmerged;

RENAME TABLE IF EXISTS tokens_described_latest_unmerged TO tokens_described_latest;
RENAME TABLE IF EXISTS price_trails_latest_unmerged TO price_trails_latest;
RENAME TABLE IF EXISTS scans_latest_unmerged TO scans_latest;
