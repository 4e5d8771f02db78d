-- The rows come back by inserting trades_executed through the view's query.
DROP VIEW v_trade_flow_1m;
DROP VIEW mv_trade_flow_1m;
DROP TABLE trade_flow_1m;
