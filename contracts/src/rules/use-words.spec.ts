import { expect, it } from 'vitest';
import { namesUse } from './use-words.js';

it.each([
  ['A wallet for everyone', true],
  ['On-chain SWAP, no fees', true],
  ['The sleepy seal of Solana', false],
  // A word, not a part of one.
  ['Happy appetite', false],
  ['', false],
])('"%s" names a use: %s', (description, names) => {
  expect(namesUse(description)).toBe(names);
});
