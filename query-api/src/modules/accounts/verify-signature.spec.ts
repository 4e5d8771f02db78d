import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';
import { expect, it } from 'vitest';
import { signInMessage } from './sign-in-message.js';
import { isSignedBy } from './verify-signature.js';

const secret = new Uint8Array(32).fill(7);
const wallet = bs58.encode(ed25519.getPublicKey(secret));
const sign = (text: string, key = secret) => bs58.encode(ed25519.sign(new TextEncoder().encode(text), key));

it('a message names domain, wallet, username, chain, nonce and its time', () => {
  const expiresAt = new Date(Date.UTC(2026, 0, 1, 12, 5));
  expect(
    signInMessage({
      domain: 'site.example',
      walletAddress: wallet,
      username: 'alice',
      nonce: 'abc123',
      expiresAt,
    }),
  ).toBe(`site.example wants you to sign in with your Solana account:
${wallet}

Sign in to Cryptonite as alice. This costs nothing and permits no transaction.

Version: 1
Chain ID: solana:mainnet
Nonce: abc123
Issued At: 2026-01-01T12:00:00.000Z
Expiration Time: 2026-01-01T12:05:00.000Z`);
});

it('a signature holds for its text and its wallet alone', () => {
  expect(isSignedBy(wallet, 'text', sign('text'))).toBe(true);
  expect(isSignedBy(wallet, 'other text', sign('text'))).toBe(false);
  expect(isSignedBy(wallet, 'text', sign('text', new Uint8Array(32).fill(8)))).toBe(false);
});

it('what is no signature, or no key, is refused', () => {
  // 63 bytes; and 2 as the y of a point, of which the curve has none.
  expect(isSignedBy(wallet, 'text', bs58.encode(bs58.decode(sign('text')).subarray(1)))).toBe(false);
  expect(isSignedBy(bs58.encode(new Uint8Array(32).fill(2, 0, 1)), 'text', sign('text'))).toBe(false);
});

it('a key of small order, for which anybody makes signatures, is nobody’s', () => {
  const systemProgram = '11111111111111111111111111111111';
  const zero = bs58.encode(Uint8Array.from({ length: 64 }, (_, place) => (place === 0 ? 1 : 0)));
  const point = ed25519.Point.fromBytes(bs58.decode(systemProgram));
  expect(point.isSmallOrder()).toBe(true);
  expect(
    ed25519.verify(bs58.decode(zero), new TextEncoder().encode('text'), bs58.decode(systemProgram)),
  ).toBe(true);
  expect(isSignedBy(systemProgram, 'text', zero)).toBe(false);
});
