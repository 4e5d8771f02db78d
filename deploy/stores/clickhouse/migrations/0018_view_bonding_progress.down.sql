-- The rows come back by inserting trades_executed through the view's query.
DROP VIEW v_bonding_progress;
DROP VIEW mv_bonding_progress;
DROP TABLE bonding_progress;
