-- Without a supply nobody knows what share of it is seen. Rows of before have 0 there, in token_scores_latest too.
ALTER TABLE token_scores MODIFY COLUMN holder_coverage Nullable(Float64);
ALTER TABLE measurements MODIFY COLUMN holder_coverage Nullable(Float64);
