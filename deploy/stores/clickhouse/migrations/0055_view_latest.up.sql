-- What carries the name of a table of newest rows is a view that gives each once (deploy/stores/clickhouse/align-views.ts
-- makes it, after columns are aligned); the rows stay in the table, which gets another name.
-- The view that fills the table of measurements is there again before the old one goes: between the statements an insert
-- fails, and is tried again, rather than be stored in part.
RENAME TABLE IF EXISTS token_scores_latest TO token_scores_latest_unmerged;

CREATE MATERIALIZED VIEW mv_token_scores_latest_unmerged TO token_scores_latest_unmerged AS
SELECT *
FROM token_scores
ORDER BY time DESC, position DESC
LIMIT 1 BY mint;

DROP VIEW IF EXISTS mv_token_scores_latest;

RENAME TABLE IF EXISTS tokens_described_latest TO tokens_described_latest_unmerged;
RENAME TABLE IF EXISTS price_trails_latest TO price_trails_latest_unmerged;
RENAME TABLE IF EXISTS scans_latest TO scans_latest_unmerged;

ALTER TABLE token_scores_latest_unmerged MODIFY COMMENT 'What token_scores_latest reads: of a token also rows that a newer one replaces when parts are merged';
ALTER TABLE tokens_described_latest_unmerged MODIFY COMMENT 'What tokens_described_latest reads: of a token also rows that a newer one replaces when parts are merged';
ALTER TABLE price_trails_latest_unmerged MODIFY COMMENT 'What price_trails_latest reads: of a token also rows that a newer one replaces when parts are merged';
ALTER TABLE scans_latest_unmerged MODIFY COMMENT 'What scans_latest reads: of a partition also rows that a newer one replaces when parts are merged';
