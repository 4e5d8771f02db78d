import { GivenAddress, Signature } from '@cryptonite/contracts/chain';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Parse } from './parse.pipe.js';

const Body = z.strictObject({
  wallet: GivenAddress,
  signature: Signature,
  profile: z.enum(['live', 'whitepaper']),
  limit: z.int().min(1).max(50),
  name: z.string().min(2).max(5),
  isOn: z.boolean(),
  more: z.array(z.string()).max(1),
});
const GOOD = {
  wallet: 'So11111111111111111111111111111111111111112',
  signature: '2'.repeat(88),
  profile: 'live',
  limit: 5,
  name: 'abc',
  isOn: true,
  more: [],
};
const refusal = (value: unknown): string => {
  try {
    new Parse(Body).transform(value);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

it('takes what is right', () => {
  expect(refusal(GOOD)).toBe('none');
});

it.each([
  [{ wallet: undefined }, 'wallet: is missing, and must be a text.'],
  [{ wallet: 7 }, 'wallet: must be a text.'],
  [{ wallet: 'x' }, 'wallet: is not a base58 address of 32 to 44 characters.'],
  [{ wallet: '1'.repeat(33) }, 'wallet: is not a base58 address of 32 bytes.'],
  [{ signature: 'x' }, 'signature: is not a base58 signature of 64 to 88 characters.'],
  [{ profile: 'mine' }, 'profile: must be live or whitepaper.'],
  [{ limit: 0 }, 'limit: must be at least 1.'],
  [{ limit: 51 }, 'limit: must be at most 50.'],
  [{ limit: 1.5 }, 'limit: must be a whole number.'],
  [{ name: 'a' }, 'name: must be at least 2 characters.'],
  [{ name: 'abcdef' }, 'name: must be at most 5 characters.'],
  [{ isOn: 'yes' }, 'isOn: must be true or false.'],
  [{ more: ['a', 'b'] }, 'more: must be at most 1 items.'],
  [{ other: 1 }, 'What was sent does not take other.'],
  [{ limit: 0, name: 'a' }, 'limit: must be at least 1; name: must be at least 2 characters.'],
])('says of %o which field is wrong and what is accepted', (change, sentence) => {
  expect(refusal({ ...GOOD, ...change })).toBe(sentence);
});

it.each([[[]], ['text'], [null]])('says of %o that an object is wanted', (value) => {
  expect(refusal(value)).toBe('What was sent must be an object.');
});
