-- The rows come back by replaying screener.evicted, as far back as it is kept.
DROP TABLE evicted_states;
