import { describe, expect, it } from 'vitest';
import { nameKeyOf, themeWordsOf } from './likeness.js';

const of = (name: string | null, symbol: string | null) => ({ name, symbol });

describe('name and symbol', () => {
  it.each([
    [of('Sealy', 'SEAL'), of('sealy', 'seal')],
    [of('Sealy the Seal', 'SEAL'), of(' Sealy-the_Seal! ', '$SEAL')],
    [of('Ｓｅａｌｙ', 'SEAL'), of('Sealy', 'SEAL')],
    [of('海豹', '海'), of('海豹 ', '海')],
    [of('🐸', '$$$'), of(' 🐸\u{fe0f} ', '$ $$')],
    [of('🦭', 'SEAL'), of('🦭', 'seal')],
  ])('%o are those of %o', (a, b) => {
    expect(nameKeyOf(a)).toBe(nameKeyOf(b));
    expect(nameKeyOf(a)).not.toBeNull();
  });

  it.each([
    [of('Sealy', 'SEAL'), of('Sealy', 'SEALY')],
    [of('Sealy', 'SEAL'), of('Sealy 2', 'SEAL')],
    // What stands in one does not count for the other.
    [of('Seal', 'YS'), of('SealY', 'S')],
    [of('🐸', '$$$'), of('🐸', '$$')],
    [of('🐸', '$$$'), of('🐸🐸', '$$$')],
  ])('%o are not those of %o', (a, b) => {
    expect(nameKeyOf(a)).not.toBe(nameKeyOf(b));
  });

  it.each([of(null, 'SEAL'), of('Sealy', null), of('', 'SEAL'), of('Sealy', ' '), of('\u{200b}', 'SEAL')])(
    '%o say nothing to compare',
    (named) => {
      expect(nameKeyOf(named)).toBeNull();
    },
  );
});

describe('a theme', () => {
  it('is each word of three letters and more, once', () => {
    expect(themeWordsOf(of('The Sealy of Rome', 'SEALY'))).toEqual(['sealy', 'rome']);
    expect(themeWordsOf(of('ox cat', 'CAT'))).toEqual(['cat']);
  });

  it('is no word of more than 64 letters', () => {
    expect(themeWordsOf(of('a'.repeat(64), 'b'.repeat(65)))).toEqual(['a'.repeat(64)]);
  });

  it.each([of('Official Solana Meme Coin', 'SOL'), of('2024', '100'), of('🦭', ''), of(null, null)])(
    'is none of %o',
    (named) => {
      expect(themeWordsOf(named)).toEqual([]);
    },
  );
});
