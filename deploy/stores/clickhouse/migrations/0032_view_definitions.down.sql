ALTER TABLE v_holder_concentration
    COMMENT COLUMN mint '',
    COMMENT COLUMN owners '',
    COMMENT COLUMN seen '',
    COMMENT COLUMN by_balance '',
    COMMENT COLUMN top1_share '',
    COMMENT COLUMN top10_share '',
    MODIFY COMMENT '';
ALTER TABLE v_owner_balances
    COMMENT COLUMN mint '',
    COMMENT COLUMN owner '',
    COMMENT COLUMN balance '',
    MODIFY COMMENT '';
ALTER TABLE holder_balances
    COMMENT COLUMN newest 'Owner and balance after the newest transaction, by position',
    MODIFY COMMENT '';
ALTER TABLE v_bonding_progress
    COMMENT COLUMN mint '',
    COMMENT COLUMN reserves '',
    COMMENT COLUMN progress_percent '',
    MODIFY COMMENT '';
ALTER TABLE bonding_progress
    COMMENT COLUMN newest 'Reserves after the newest trade, by position',
    MODIFY COMMENT '';
ALTER TABLE v_trade_flow_1m
    COMMENT COLUMN mint '',
    COMMENT COLUMN quote_mint '',
    COMMENT COLUMN minute '',
    COMMENT COLUMN buy_count '',
    COMMENT COLUMN sell_count '',
    COMMENT COLUMN bought '',
    COMMENT COLUMN sold '',
    COMMENT COLUMN trader_count '',
    COMMENT COLUMN buy_share '',
    COMMENT COLUMN buy_sell_ratio '',
    MODIFY COMMENT '';
ALTER TABLE trade_flow_1m
    COMMENT COLUMN minute 'Start of the minute',
    COMMENT COLUMN buys 'Number of buys',
    COMMENT COLUMN sells 'Number of sells',
    COMMENT COLUMN bought_quote 'Quote of the buys, base units',
    COMMENT COLUMN sold_quote 'Quote of the sells, base units',
    COMMENT COLUMN traders 'Distinct traders, by a 64-bit hash of the wallet',
    MODIFY COMMENT '';
ALTER TABLE candles_1h
    COMMENT COLUMN bucket 'Start of the hour',
    COMMENT COLUMN open 'Price after the first trade',
    COMMENT COLUMN high 'Highest price after a trade',
    COMMENT COLUMN low 'Lowest price after a trade',
    COMMENT COLUMN close 'Price after the last trade',
    COMMENT COLUMN trades 'Number of trades',
    COMMENT COLUMN token_volume 'Tokens traded, base units',
    COMMENT COLUMN quote_volume 'Quote traded, base units',
    MODIFY COMMENT '';
ALTER TABLE candles_1m
    COMMENT COLUMN bucket 'Start of the minute',
    COMMENT COLUMN open 'Price after the first trade',
    COMMENT COLUMN high 'Highest price after a trade',
    COMMENT COLUMN low 'Lowest price after a trade',
    COMMENT COLUMN close 'Price after the last trade',
    COMMENT COLUMN trades 'Number of trades',
    COMMENT COLUMN token_volume 'Tokens traded, base units',
    COMMENT COLUMN quote_volume 'Quote traded, base units',
    MODIFY COMMENT '';
ALTER TABLE candles_1s
    COMMENT COLUMN bucket 'Start of the second',
    COMMENT COLUMN open 'Price after the first trade',
    COMMENT COLUMN high 'Highest price after a trade',
    COMMENT COLUMN low 'Lowest price after a trade',
    COMMENT COLUMN close 'Price after the last trade',
    COMMENT COLUMN trades 'Number of trades',
    COMMENT COLUMN token_volume 'Tokens traded, base units',
    COMMENT COLUMN quote_volume 'Quote traded, base units',
    MODIFY COMMENT '';
