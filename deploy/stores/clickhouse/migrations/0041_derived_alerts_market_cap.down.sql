ALTER TABLE alerts DROP COLUMN market_cap_usd;
