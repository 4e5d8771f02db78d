-- Reverts 0038_derived_price_trails.up.sql.
DROP TABLE IF EXISTS price_trails_latest;
