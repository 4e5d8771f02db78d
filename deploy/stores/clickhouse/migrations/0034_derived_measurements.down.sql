-- Reverts 0034_derived_measurements.up.sql.
DROP TABLE IF EXISTS measurements;
