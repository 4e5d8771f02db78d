-- Source: measurements.
-- Grain:  token_scores: one row per measurement. token_scores_latest: one row per mint once merged, of each insert the newest.
-- Reader: those of the two tables.
-- By `*` a measure that all three tables get goes through without a word here. The first view is the one that fills what the
-- second reads: while there is one alone, nothing is stored twice.
CREATE MATERIALIZED VIEW mv_token_scores_latest TO token_scores_latest AS
SELECT *
FROM token_scores
ORDER BY time DESC, position DESC
LIMIT 1 BY mint;

CREATE MATERIALIZED VIEW mv_token_scores TO token_scores AS
SELECT *
FROM measurements;
