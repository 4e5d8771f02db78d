import { describe, expect, it } from 'vitest';
import { toBase58 } from './addresses.js';
import { GateHolders } from './gate-holders.js';
import { WORTHLESS_TEST_WALLET } from './gate-token.js';

const owner = WORTHLESS_TEST_WALLET.address;
const wallet = toBase58(owner);

describe('who holds the gate token', () => {
  it('is told by address and tokens', () => {
    expect(GateHolders.parse(`${wallet}=1500000, ${wallet}=0.000001,${wallet}=0`)).toEqual([
      { owner, tokens: 1_500_000_000_000n },
      { owner, tokens: 1n },
      { owner, tokens: 0n },
    ]);
  });

  const form = 'takes address=tokens with at most 6 decimals, more of them after commas';
  it.each([
    ['nobody', '=5', form],
    ['no address', 'me=5', form],
    ['no number', `${wallet}=many`, form],
    ['a debt', `${wallet}=-1`, form],
    ['too many decimals', `${wallet}=0.0000001`, form],
    ['one more comma', `${wallet}=5,`, form],
    ['more holders than can be', Array(1_001).fill(`${wallet}=1`).join(), 'takes 1000 holders at most'],
    [
      'more than there is',
      `${wallet}=700000000,${wallet}=0.000001`,
      'takes 700000000 tokens at most, of all holders together',
    ],
  ])('is refused with %s', (_, text, message) => {
    expect(GateHolders.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
