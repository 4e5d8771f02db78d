-- The rows come back by inserting trades_executed through the view's query.
DROP VIEW mv_candles_1m;
DROP TABLE candles_1m;
