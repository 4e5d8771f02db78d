import { expect, it } from 'vitest';
import { findSharedSymbols } from './symbols';

const shared = (...symbols: (string | null)[]) => [
  ...findSharedSymbols(symbols.map((symbol, index) => ({ mint: String(index), symbol }))),
];

it.each([
  ['every holder of a symbol', ['KELPIE', 'GLOAM', 'KELPIE', 'KELPIE'], ['0', '2', '3']],
  ['those that differ in case alone', ['Doge', 'DOGE'], ['0', '1']],
  ['those that differ in what cannot be seen', ['PE\u200BPE', 'PEPE'], ['0', '1']],
  ['full-width letters', ['ＰＥＰＥ', 'PEPE'], ['0', '1']],
  ['letters of another script', ['РЕРЕ', 'PEPE'], ['0', '1']],
  ['small capitals', ['ᴘᴇᴘᴇ', 'ΡΕΡΕ'], ['0', '1']],
  ['an I of another script', ['РІРІ', 'pipi'], ['0', '1']],
  ['nobody in a list of different ones', ['A', 'B'], []],
  ['nobody without a symbol', [null, null, '', '\u200B'], []],
])('finds %s', (_what, symbols, mints) => expect(shared(...symbols)).toEqual(mints));

it('takes a token that stands there twice for one', () =>
  expect(
    findSharedSymbols([
      { mint: 'a', symbol: 'X' },
      { mint: 'a', symbol: 'X' },
    ]).size,
  ).toBe(0));
