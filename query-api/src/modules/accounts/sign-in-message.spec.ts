import { expect, it } from 'vitest';
import { signInMessage } from './sign-in-message.js';

const wallet = 'So11111111111111111111111111111111111111112';

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
