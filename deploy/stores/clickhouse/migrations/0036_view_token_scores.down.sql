-- Reverts 0036_view_token_scores.up.sql.
DROP VIEW IF EXISTS mv_token_scores;
DROP VIEW IF EXISTS mv_token_scores_latest;
