-- The rows come back by replaying tokens.journal, as far back as it is kept.
DROP TABLE supplies_changed;
