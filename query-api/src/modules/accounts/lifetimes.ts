/** Long enough to read a message and to find the wallet's password, short enough that nobody comes back to it. */
export const CHALLENGE_MINUTES = 5;
export const SESSION_DAYS = 7;
/** Of one wallet: the oldest ends where one more begins. */
export const SESSIONS_MAX = 10;
