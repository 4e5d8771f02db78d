import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api';
import { WalletFailure } from '../../../lib/wallet-failure';
import { loginFailure } from './login-failure';

const problem = {
  type: 'about:blank',
  title: 'Unauthorized',
  status: 401,
  code: 'unauthorized',
  detail: 'x',
  success: false,
  error: 'The signature is of another message.',
};

it.each([
  ['the words of the server', new ApiError(401, JSON.stringify(problem), ''), problem.error],
  ['that the server is away', new ApiError(502, '<html>', ''), 'Login failed. The server cannot be reached.'],
  [
    'that there is no network',
    new TypeError('Failed to fetch'),
    'Login failed. The server cannot be reached.',
  ],
  [
    'that the server is silent',
    new DOMException('The server did not answer within 5 s', 'TimeoutError'),
    'Login failed. The server did not answer within 5 s.',
  ],
  [
    'that an answer is damaged',
    new SyntaxError('Unexpected token'),
    "Login failed. The server's answer could not be read.",
  ],
  [
    'what the wallet did',
    new WalletFailure('The wallet refused to sign'),
    'Login failed. The wallet refused to sign.',
  ],
  ['the fallback for what is nobody’s', new Error('x is undefined'), 'Login failed'],
])('says %s', (_what, error, text) => expect(loginFailure(error)).toBe(text));
