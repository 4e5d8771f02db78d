-- The rows come back by replaying screening.tokens.
DROP TABLE outcomes;
