ALTER TABLE layers_assessed
    ADD COLUMN floor Nullable(Float64) COMMENT 'The rug risk is not under it by this finding (docs/scoring.md); null where it sets none, and in what was said before rules_version 4' AFTER limit_value;
