-- Grain:  unchanged. Computed when read, so that rows of before have them too. ASOF joins take numbers and no text; the
--         parts of a position have fixed widths, so its digits as a number sort as the text does.
-- Reader: analysts.
ALTER TABLE launches_created
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE trades_executed
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins',
    ADD COLUMN is_agent Bool ALIAS trader = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s' COMMENT 'Traded by pump.fun''s own agent in mayhem coins: token_scores and lists leave it out, candles and flow hold it';
ALTER TABLE curves_completed
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE pools_created
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE tokens_migrated
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE liquidity_changed
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE pools_boosted
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE fees_swept
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE balances_changed
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE authorities_observed
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE slots
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE gaps
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE sol_prices
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE token_scores
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE token_scores_latest
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE verdicts
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE alerts
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE lifecycle_changes
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
ALTER TABLE scans
    ADD COLUMN position_number UInt128 ALIAS toUInt128(replaceAll(position, '-', '')) COMMENT 'position as a number of the same order: slot * 10^13 + transaction * 10^7 + instruction * 10^4 + inner; for ASOF joins';
