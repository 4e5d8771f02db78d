import { expect, it } from 'vitest';
import { GivenAddress, SOL_MINT, USDC_MINT } from './address.js';

it.each([SOL_MINT, USDC_MINT, '1'.repeat(32), '1nc1nerator11111111111111111111111111111111'])(
  'takes %s',
  (address) => expect(GivenAddress.safeParse(address).success).toBe(true),
);

it.each([
  ['of 31 bytes', '1'.repeat(31)],
  ['of 33 bytes', '1'.repeat(33)],
  ['above 32 bytes', 'z'.repeat(44)],
  ['below 32 bytes', '2'.repeat(43).slice(0, 42)],
  ['with a character that base58 lacks', `0${SOL_MINT.slice(1)}`],
  ['with a space', ` ${SOL_MINT}`],
  ['that is empty', ''],
])('refuses one %s', (_, address) => expect(GivenAddress.safeParse(address).success).toBe(false));
