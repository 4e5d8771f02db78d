/** What is so old is of the past, and drawn in the stale tone with its time. */
export const STALE_AFTER_MS = 15_000;
