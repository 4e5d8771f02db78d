-- What the token was worth when its alert was raised, against which Early Stage says how far it has come.
ALTER TABLE alerts
    ADD COLUMN market_cap_usd Nullable(Float64) COMMENT 'Market cap after the fact at position, in dollars at the prices of the slots before it; null where it was unknown, and in alerts of before it was kept' AFTER bonding_progress_percent;
