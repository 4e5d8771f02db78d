import { FailureDetail } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchFailed, failureOf, OwnNetworkFailed } from './fetch-failed.js';

it('says in printable ASCII what its contract takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (text) => {
      const { message } = new FetchFailed('cut', text);
      expect(FailureDetail.safeParse(message).success).toBe(true);
      expect(message).toMatch(/^[ -~]*$/);
    }),
    { seed: 17 },
  );
});

const withCode = (code: string): Error =>
  Object.assign(new Error('DNS:\u202Eevil.example <script>'), { code });

it.each([
  ['ENOTFOUND', 'unresolved'],
  ['ECONNREFUSED', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'unreachable'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable'],
  ['ECONNRESET', 'cut'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
])('%s is %s, and its words stay outside', (code, failure) => {
  const failed = failureOf(withCode(code), 'example.com');
  expect(failed.failure).toBe(failure);
  expect(failed.message).toBe(`example.com: ${code}`);
});

it.each([
  ['EAI_AGAIN', true],
  ['ENETUNREACH', true],
  ['ENOTFOUND', false],
  ['ECONNREFUSED', false],
])('%s is of the network on this side: %s', (code, isOwn) => {
  expect(failureOf(withCode(code), 'example.com') instanceof OwnNetworkFailed).toBe(isOwn);
});

it('throws what is a fault of ours', () => {
  expect(() => failureOf(new TypeError('x is not a function'), 'example.com')).toThrow(TypeError);
});
