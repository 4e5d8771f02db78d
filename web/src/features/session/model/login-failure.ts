import { ZodError } from 'zod';
import { ApiError, describeError, sentenceOf } from '../../../lib/api';
import { WalletFailure } from '../../../lib/wallet-failure';

const LOGIN_FAILED = 'Login failed';

/** What is shown of a sign-in that failed: the server's words, and where it said none, that it failed and why. */
export function loginFailure(error: unknown): string {
  const reason = reasonOf(error);
  return sentenceOf(error) ?? (reason === null ? LOGIN_FAILED : `${LOGIN_FAILED}. ${reason}.`);
}

/** Null for a fault of the page's own. */
function reasonOf(error: unknown): string | null {
  if (error instanceof WalletFailure) return error.message;
  const isOfServer = [ApiError, TypeError, DOMException, SyntaxError, ZodError].some(
    (kind) => error instanceof kind,
  );
  return isOfServer ? describeError(error) : null;
}
