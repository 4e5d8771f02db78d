import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchFailed } from '../fetch/guard.js';
import { MINT } from '../testing.js';
import { readHasPaidProfile, readListed } from './parse-dexscreener.js';

it('reads what stands of Solana in a list, and passes by what cannot be read', () => {
  const listed = readListed([
    { chainId: 'solana', tokenAddress: MINT, amount: 10, totalAmount: 40, icon: 'https://x' },
    { chainId: 'solana', tokenAddress: 'profile' },
    { chainId: 'base', tokenAddress: '0x1', totalAmount: 500 },
    { chainId: 'solana', tokenAddress: 'bad', totalAmount: -1 },
    null,
  ]);
  expect([...listed]).toEqual([
    [MINT, 40],
    ['profile', 0],
  ]);
});

it.each([
  [[{ type: 'tokenProfile', status: 'approved', paymentTimestamp: 1 }], true],
  [{ orders: [{ type: 'tokenProfile', status: 'approved' }], boosts: [] }, true],
  [
    [
      { type: 'tokenProfile', status: 'processing' },
      { type: 'communityTakeover', status: 'approved' },
    ],
    false,
  ],
  [[], false],
])('orders %j say that a profile is paid for: %s', (orders, hasPaidProfile) => {
  expect(readHasPaidProfile(orders)).toBe(hasPaidProfile);
});

it('of any JSON reads a list, or says that it is none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const read of [readListed, readHasPaidProfile])
        try {
          read(value);
        } catch (error) {
          expect(error).toBeInstanceOf(FetchFailed);
        }
    }),
    { seed: 17 },
  );
});
