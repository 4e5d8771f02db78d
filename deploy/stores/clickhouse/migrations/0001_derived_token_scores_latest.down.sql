-- The rows come back by replaying screening.tokens.
DROP TABLE token_scores_latest;
