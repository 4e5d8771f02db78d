-- Grain:  unchanged. What views fill, and the views over it, say by column what they hold; a test computes it again from
--         the raw tables (processors/src/definitions.int.spec.ts). Reader: analysts, by DESCRIBE TABLE.
ALTER TABLE candles_1s
    COMMENT COLUMN bucket 'Start of the second in which the trades lie by their own time',
    COMMENT COLUMN open 'price_quote_reserves / price_token_reserves after the first trade by position, quote base units per token base unit. Read with argMinMerge',
    COMMENT COLUMN high 'Highest price after a trade, as open. Read with max',
    COMMENT COLUMN low 'Lowest price after a trade, as open. Read with min',
    COMMENT COLUMN close 'Price after the last trade by position, as open. Read with argMaxMerge',
    COMMENT COLUMN trades 'Number of trades with both price reserves above 0, those with is_agent too. Read with sum',
    COMMENT COLUMN token_volume 'Sum of token_amount of these trades, base units. Read with sum',
    COMMENT COLUMN quote_volume 'Sum of quote_amount of these trades, base units. Read with sum',
    MODIFY COMMENT 'One row per token, venue, quote and second that has trades; several until parts are merged: read it grouped, with the functions that the columns name';
ALTER TABLE candles_1m
    COMMENT COLUMN bucket 'Start of the minute in which the trades lie by their own time',
    COMMENT COLUMN open 'price_quote_reserves / price_token_reserves after the first trade by position, quote base units per token base unit. Read with argMinMerge',
    COMMENT COLUMN high 'Highest price after a trade, as open. Read with max',
    COMMENT COLUMN low 'Lowest price after a trade, as open. Read with min',
    COMMENT COLUMN close 'Price after the last trade by position, as open. Read with argMaxMerge',
    COMMENT COLUMN trades 'Number of trades with both price reserves above 0, those with is_agent too. Read with sum',
    COMMENT COLUMN token_volume 'Sum of token_amount of these trades, base units. Read with sum',
    COMMENT COLUMN quote_volume 'Sum of quote_amount of these trades, base units. Read with sum',
    MODIFY COMMENT 'One row per token, venue, quote and minute that has trades; several until parts are merged: read it grouped, with the functions that the columns name';
ALTER TABLE candles_1h
    COMMENT COLUMN bucket 'Start of the hour in which the trades lie by their own time',
    COMMENT COLUMN open 'price_quote_reserves / price_token_reserves after the first trade by position, quote base units per token base unit. Read with argMinMerge',
    COMMENT COLUMN high 'Highest price after a trade, as open. Read with max',
    COMMENT COLUMN low 'Lowest price after a trade, as open. Read with min',
    COMMENT COLUMN close 'Price after the last trade by position, as open. Read with argMaxMerge',
    COMMENT COLUMN trades 'Number of trades with both price reserves above 0, those with is_agent too. Read with sum',
    COMMENT COLUMN token_volume 'Sum of token_amount of these trades, base units. Read with sum',
    COMMENT COLUMN quote_volume 'Sum of quote_amount of these trades, base units. Read with sum',
    MODIFY COMMENT 'One row per token, venue, quote and hour that has trades; several until parts are merged: read it grouped, with the functions that the columns name';
ALTER TABLE trade_flow_1m
    COMMENT COLUMN minute 'Start of the minute in which the trades lie by their own time',
    COMMENT COLUMN buys 'Number of buys of the token in this quote on all venues, those with is_agent too. Read with sum',
    COMMENT COLUMN sells 'Number of sells, as buys. Read with sum',
    COMMENT COLUMN bought_quote 'Sum of quote_amount of the buys, base units. Read with sum',
    COMMENT COLUMN sold_quote 'Sum of quote_amount of the sells, base units. Read with sum',
    COMMENT COLUMN traders 'Distinct traders, by a 64-bit hash of the wallet. Read with uniqExactMerge',
    MODIFY COMMENT 'One row per token, quote and minute that has trades; several until parts are merged: v_trade_flow_1m merges them';
ALTER TABLE v_trade_flow_1m
    COMMENT COLUMN mint 'Mint address of the token',
    COMMENT COLUMN quote_mint 'What the amounts are in',
    COMMENT COLUMN minute 'Start of the minute in which the trades lie by their own time',
    COMMENT COLUMN buy_count 'Number of buys on all venues, those with is_agent too',
    COMMENT COLUMN sell_count 'Number of sells, as buy_count',
    COMMENT COLUMN bought 'Sum of quote_amount of the buys, base units',
    COMMENT COLUMN sold 'Sum of quote_amount of the sells, base units',
    COMMENT COLUMN trader_count 'Distinct traders',
    COMMENT COLUMN buy_share 'buy_count / (buy_count + sell_count)',
    COMMENT COLUMN buy_sell_ratio 'buy_count / greatest(sell_count, 1)',
    MODIFY COMMENT 'trade_flow_1m merged: one row per token, quote and minute that has trades';
ALTER TABLE bonding_progress
    COMMENT COLUMN newest 'Time and reserves after the newest trade with known reserves within the curve in the period, by position: price reserves as virtual_token and virtual_quote. Read with argMaxMerge',
    MODIFY COMMENT 'One row per token and six hours with trades of known reserves within its curve, which one with real_token_reserves = price_token_reserves is not; several until parts are merged: v_bonding_progress merges them';
ALTER TABLE v_bonding_progress
    COMMENT COLUMN mint 'Mint address of the token',
    COMMENT COLUMN reserves 'Time and reserves after the newest trade with known reserves within the curve: price reserves as virtual_token and virtual_quote',
    COMMENT COLUMN progress_percent '(793100000 tokens - real_token) / 793100000 tokens * 100; null where virtual_token - real_token are not the 279900000 tokens of today''s curve. Completion is not looked at: token_scores.bonding_progress_percent is',
    MODIFY COMMENT 'One row per token with trades of known reserves within its curve';
ALTER TABLE holder_balances
    COMMENT COLUMN newest 'Owner and balance after the newest row of balances_changed in the period, by position. Read with argMaxMerge',
    MODIFY COMMENT 'One row per token account and six hours with a change; several until parts are merged: v_owner_balances merges them';
ALTER TABLE v_owner_balances
    COMMENT COLUMN mint 'Mint address of the token',
    COMMENT COLUMN owner 'Owner of the accounts after their newest change',
    COMMENT COLUMN balance 'Sum of the newest balances of the owner''s accounts, base units',
    MODIFY COMMENT 'One row per token and owner with a balance, curve, pools and pump.fun''s agent among them';
ALTER TABLE v_holder_concentration
    COMMENT COLUMN mint 'Mint address of the token',
    COMMENT COLUMN owners 'Owners with a balance',
    COMMENT COLUMN seen 'Sum of their balances, base units',
    COMMENT COLUMN by_balance 'Balance and owner of each, largest first',
    COMMENT COLUMN top1_share 'Balance of the largest owner / seen, 0-1',
    COMMENT COLUMN top10_share 'Balances of the ten largest owners / seen, 0-1',
    MODIFY COMMENT 'One row per token of which a balance was seen; curve, pools and pump.fun''s agent are owners like others here';
