-- Says what 0001 no longer does: a token that a list shows may be measured several times at one stream time. Of equal times
-- ReplacingMergeTree keeps the row inserted last, and the sink inserts in the order of the topic, in which positions grow.
ALTER TABLE token_scores_latest
    COMMENT COLUMN time 'Stream time of the measurement; of equal times the row inserted last is the newest';
