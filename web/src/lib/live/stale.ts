/** What is so old is of the past, and drawn in the stale tone with its time. */
export const STALE_AFTER_MS = 15_000;

/** A stream that is behind by more than this is late. */
export const LATE_MS = 30_000;
