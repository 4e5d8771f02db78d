-- Source: balances_changed.
-- Grain:  one row per token account and six hours once merged; v_owner_balances has one row per token and owner.
-- Reader: v_owner_balances and v_holder_concentration, query-api's token page.
CREATE TABLE holder_balances
(
    mint String COMMENT 'Mint address of the token',
    account String COMMENT 'Token account',
    period DateTime64(3, 'UTC') COMMENT 'Start of the six hours, so that the oldest can be dropped',
    newest AggregateFunction(argMax, Tuple(owner Nullable(String), amount UInt64), String) COMMENT 'Owner and balance after the newest transaction, by position'
)
ENGINE = AggregatingMergeTree
PARTITION BY period
ORDER BY (mint, account, period)
SETTINGS non_replicated_deduplication_window = 100000;

CREATE MATERIALIZED VIEW mv_holder_balances TO holder_balances AS
SELECT
    mint,
    account,
    toDateTime64(toStartOfInterval(time, INTERVAL 6 HOUR), 3, 'UTC') AS period,
    argMaxState(CAST((owner_after, amount), 'Tuple(owner Nullable(String), amount UInt64)'), position) AS newest
FROM balances_changed
GROUP BY mint, account, period;

-- An owner's balance is the sum of its accounts.
CREATE VIEW v_owner_balances AS
SELECT
    mint,
    last.owner AS owner,
    sum(toUInt128(last.amount)) AS balance
FROM
(
    SELECT mint, account, argMaxMerge(newest) AS last
    FROM holder_balances
    GROUP BY mint, account
)
WHERE (last.amount > 0) AND (last.owner IS NOT NULL)
GROUP BY mint, owner;

-- Shares of what was seen of a token, its curve and pools included: whoever reads it leaves out the owners it knows.
CREATE VIEW v_holder_concentration AS
SELECT
    mint,
    count() AS owners,
    sum(balance) AS seen,
    arrayReverseSort(groupArray((balance, owner))) AS by_balance,
    toFloat64(by_balance[1].1) / toFloat64(seen) AS top1_share,
    toFloat64(arraySum(arrayMap(holding -> holding.1, arraySlice(by_balance, 1, 10)))) / toFloat64(seen) AS top10_share
FROM v_owner_balances
GROUP BY mint;
