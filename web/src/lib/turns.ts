import pLimit from 'p-limit';

/**
 * What the page loads comes two at a time, in the order in which it was asked for: on a slow line the first list stands before the
 * tenth has begun.
 */
export const turns = pLimit(2);
