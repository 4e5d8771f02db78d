import { describeError, sentenceOf } from '../../../lib/api';

/** Why a balance is not known, in words of the server or of this page. */
export class BalanceUnknown extends Error {}

export const describeBalanceError = (error: unknown): string =>
  error instanceof BalanceUnknown ? error.message : (sentenceOf(error) ?? describeError(error));
