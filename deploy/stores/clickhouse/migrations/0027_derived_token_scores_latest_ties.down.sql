ALTER TABLE token_scores_latest
    COMMENT COLUMN time 'Stream time of the measurement';
