-- What became null is 0 again.
ALTER TABLE measurements MODIFY COLUMN holder_coverage Float64;
ALTER TABLE token_scores UPDATE holder_coverage = 0 WHERE holder_coverage IS NULL SETTINGS mutations_sync = 2;
ALTER TABLE token_scores MODIFY COLUMN holder_coverage Float64;
