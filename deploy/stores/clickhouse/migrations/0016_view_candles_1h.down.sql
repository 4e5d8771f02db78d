-- The rows come back by inserting trades_executed through the view's query.
DROP VIEW mv_candles_1h;
DROP TABLE candles_1h;
