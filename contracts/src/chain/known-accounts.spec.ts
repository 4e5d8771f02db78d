import { describe, expect, it } from 'vitest';
import { KNOWN_ACCOUNTS } from './index.js';

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** How many bytes a base58 text stands for; NaN where it is none. */
function bytesOf(text: string): number {
  const zeros = /^1*/.exec(text)![0].length;
  let number = 0n;
  for (const letter of text) {
    const digit = LETTERS.indexOf(letter);
    if (digit < 0) return Number.NaN;
    number = number * 58n + BigInt(digit);
  }
  return zeros + (number === 0n ? 0 : Math.ceil(number.toString(16).length / 2));
}

describe('known accounts', () => {
  it('are of 32 bytes each', () => {
    expect(KNOWN_ACCOUNTS.filter(({ address }) => bytesOf(address) !== 32)).toEqual([]);
  });

  it('stand there once each', () => {
    const addresses = KNOWN_ACCOUNTS.map(({ address }) => address);
    expect(addresses).toHaveLength(new Set(addresses).size);
  });

  it('have a name, and a source that can be looked at', () => {
    expect(KNOWN_ACCOUNTS.filter(({ name, source }) => name === '' || !URL.canParse(source))).toEqual([]);
  });

  it.each([
    ['exchange', 70],
    ['fees', 25],
    ['locker', 4],
    ['burn', 2],
    ['launchpad', 2],
    ['pool-authority', 5],
  ])('name as %s at least %i', (kind, atLeast) => {
    expect(KNOWN_ACCOUNTS.filter(({ what }) => what === kind).length).toBeGreaterThanOrEqual(atLeast);
  });
});
