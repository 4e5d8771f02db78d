import { expect, it } from 'vitest';
import { FollowedAccounts } from './followed-accounts.js';

const told = (mint: string, ...shares: number[]) => ({
  mint,
  accounts: shares.map((partsPerMillion, index) => ({ account: `${mint}${index}`, partsPerMillion })),
});

it('follows all that is told while that is within the limit', () => {
  const followed = new FollowedAccounts(4);
  followed.note(told('a', 5, 1), 0);
  followed.note(told('b', 9), 0);
  expect(followed.accounts(0)).toEqual(['b0', 'a0', 'a1']);
});

it('follows the largest of all tokens beyond it', () => {
  const followed = new FollowedAccounts(3);
  followed.note(told('a', 50, 2, 1), 0);
  followed.note(told('b', 40, 30, 20), 0);
  expect(followed.accounts(0)).toEqual(['a0', 'b0', 'b1']);
});

it('takes what was told last of a token for all of it', () => {
  const followed = new FollowedAccounts(9);
  followed.note(told('a', 50, 2), 0);
  followed.note(told('a', 60), 1);
  expect(followed.accounts(1)).toEqual(['a0']);
});

it('forgets a token of which an empty list is told', () => {
  const followed = new FollowedAccounts(9);
  followed.note(told('a', 50), 0);
  followed.note(told('a'), 1);
  expect([followed.accounts(1), followed.has('a')]).toEqual([[], false]);
});

it('forgets a token that is not told again for twenty minutes', () => {
  const followed = new FollowedAccounts(9);
  followed.note(told('a', 50), 0);
  followed.note(told('b', 50), 1);
  expect(followed.accounts(1_200_001)).toEqual(['b0']);
  expect([followed.has('a'), followed.has('b')]).toEqual([false, true]);
});

it('follows nobody with a limit of 0', () => {
  const followed = new FollowedAccounts(0);
  followed.note(told('a', 50), 0);
  expect([followed.accounts(0), followed.has('a')]).toEqual([[], false]);
});
