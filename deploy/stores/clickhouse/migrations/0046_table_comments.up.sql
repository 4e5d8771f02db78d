-- What one row is, in the words of the table: the comments of those that had none.
ALTER TABLE launches_created MODIFY COMMENT 'One row per token created on a launchpad';
ALTER TABLE trades_executed MODIFY COMMENT 'One row per buy or sell on a curve or in a pool';
ALTER TABLE curves_completed MODIFY COMMENT 'One row per curve whose last token was sold';
ALTER TABLE pools_created MODIFY COMMENT 'One row per AMM pool opened';
ALTER TABLE tokens_migrated MODIFY COMMENT 'One row per curve whose liquidity moved to a pool';
ALTER TABLE liquidity_changed MODIFY COMMENT 'One row per deposit into a pool or withdrawal from it';
ALTER TABLE balances_changed MODIFY COMMENT 'One row per token account and transaction that changed its balance, with the balance after it';
ALTER TABLE authorities_observed MODIFY COMMENT 'One row per authority of a mint set or given up, as the stream saw it';
ALTER TABLE slots MODIFY COMMENT 'One row per slot confirmed or rolled back';
ALTER TABLE gaps MODIFY COMMENT 'One row per hole in the stream';
ALTER TABLE sol_prices MODIFY COMMENT 'One row per price of SOL observed';
ALTER TABLE quote_prices MODIFY COMMENT 'One row per slot and place, a curve or a pool, in which a coin was traded that tokens are quoted in';
ALTER TABLE fees_swept MODIFY COMMENT 'One row per payment of fees that trades had left at a curve or pool; the trades counted them';
ALTER TABLE pools_boosted MODIFY COMMENT 'One row per pool that gave up a part of its quote to count it as virtual';
ALTER TABLE metadata_resolved MODIFY COMMENT 'One row per document that a launch names, read or not, and again when it said something else or could not be read again';
ALTER TABLE tokens_boosted MODIFY COMMENT 'One row per answer about what is paid for a token on a chart site: the first, which may be that nothing is, and each that says another';
ALTER TABLE social_observed MODIFY COMMENT 'One row per answer about the posts and accounts of a token';
ALTER TABLE mints_observed MODIFY COMMENT 'One row per answer about a mint account: authorities, extensions, supply';
ALTER TABLE holders_observed MODIFY COMMENT 'One row per answer about the 20 largest accounts of a token. Asked alone of tokens of whose holders the stream saw too little';
ALTER TABLE scans MODIFY COMMENT 'One row per partition of the journal and second of stream time: what the screener had measured by then';
ALTER TABLE scans_latest MODIFY COMMENT 'The newest row of scans of each partition, read with FINAL';
ALTER TABLE evicted_states MODIFY COMMENT 'One row per part of a token''s state each time that it leaves the screener after a day of quiet';
ALTER TABLE sink_progress MODIFY COMMENT 'How far each topic and partition is stored, read with FINAL';

-- The id of an answer has four parts.
ALTER TABLE metadata_resolved COMMENT COLUMN id 'Id of the fact: mint, slot, kind, stream time of the ask in ms';
ALTER TABLE tokens_boosted COMMENT COLUMN id 'Id of the fact: mint, slot, kind, stream time of the ask in ms';
ALTER TABLE social_observed COMMENT COLUMN id 'Id of the fact: mint, slot, kind, stream time of the ask in ms';
ALTER TABLE mints_observed COMMENT COLUMN id 'Id of the fact: mint, slot, kind, stream time of the ask in ms';
ALTER TABLE holders_observed COMMENT COLUMN id 'Id of the fact: mint, slot, kind, stream time of the ask in ms';
