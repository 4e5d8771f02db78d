-- As every table with a position has it.
ALTER TABLE metadata_resolved
    ADD COLUMN IF NOT EXISTS position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE tokens_boosted
    ADD COLUMN IF NOT EXISTS position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE social_observed
    ADD COLUMN IF NOT EXISTS position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE mints_observed
    ADD COLUMN IF NOT EXISTS position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE holders_observed
    ADD COLUMN IF NOT EXISTS position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
