import { expect, it } from 'vitest';
import { ApiError } from '../../../lib/api';
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
  ['the fallback for an answer without any', new ApiError(502, '<html>', ''), 'Login failed'],
  ['the fallback for a wallet that did not sign', new Error('The viewer refused'), 'Login failed'],
  ['the fallback without a network', new TypeError('Failed to fetch'), 'Login failed'],
])('says %s', (_what, error, text) => expect(loginFailure(error)).toBe(text));
