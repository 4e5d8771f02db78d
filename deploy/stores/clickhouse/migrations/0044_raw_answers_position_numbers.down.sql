ALTER TABLE metadata_resolved DROP COLUMN position_number;
ALTER TABLE tokens_boosted DROP COLUMN position_number;
ALTER TABLE social_observed DROP COLUMN position_number;
ALTER TABLE mints_observed DROP COLUMN position_number;
ALTER TABLE holders_observed DROP COLUMN position_number;
