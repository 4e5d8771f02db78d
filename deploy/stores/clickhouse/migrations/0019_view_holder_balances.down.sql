-- The rows come back by inserting balances_changed through the view's query.
DROP VIEW v_holder_concentration;
DROP VIEW v_owner_balances;
DROP VIEW mv_holder_balances;
DROP TABLE holder_balances;
