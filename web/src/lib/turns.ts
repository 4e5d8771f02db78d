import pLimit from 'p-limit';

/**
 * The parts of lists come two at a time, in the order in which they were asked for: on a slow line the first list stands before
 * the tenth has begun.
 */
export const turns = pLimit(2);
