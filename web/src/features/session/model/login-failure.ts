import { sentenceOf } from '../../../lib/api';

const LOGIN_FAILED = 'Login failed';

/** What is shown of a sign-in that failed: the server's words, and where it said none, that it failed. */
export const loginFailure = (error: unknown): string => sentenceOf(error) ?? LOGIN_FAILED;
