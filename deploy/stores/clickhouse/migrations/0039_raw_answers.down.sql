-- The rows come back by replaying tokens.journal, as far back as it is kept.
DROP TABLE metadata_resolved;
DROP TABLE tokens_boosted;
DROP TABLE social_observed;
DROP TABLE mints_observed;
DROP TABLE holders_observed;
