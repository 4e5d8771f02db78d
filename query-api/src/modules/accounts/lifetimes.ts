export { CHALLENGE_MINUTES, SESSION_DAYS } from '@cryptonite/contracts/api';

/** Of one wallet: the oldest ends where one more begins. */
export const SESSIONS_MAX = 10;
