import { WINDOW_MS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Life, priceWindowWords, sayWindows, type WindowName, windowWords } from './windows';

fc.configureGlobal({ seed: 4 });

const AT = Date.UTC(2026, 0, 1, 14, 18);
const MINUTE_MS = 60_000;
const aged = (ms: number): Life => ({ createdAt: AT - ms, measuredAt: AT });
const SECONDS_40 = aged(40_000);
const MINUTES_25 = aged(25 * MINUTE_MS);
const DAYS_2 = aged(48 * 60 * MINUTE_MS);
const UNSEEN: Life = { createdAt: null, measuredAt: AT };

describe('a window', () => {
  const names: readonly WindowName[] = ['m5', 'h1', 'h24'];
  const all = (life: Life) => names.map((name) => windowWords(name, life));

  it.each([
    ['40 s', SECONDS_40, ['since launch', 'since launch', 'since launch']],
    ['25 min', MINUTES_25, ['5 min', 'since launch', 'since launch']],
    ['two days', DAYS_2, ['5 min', '1 h', '24 h']],
    ['nobody knows', UNSEEN, ['5 min', '1 h', '24 h']],
  ] as const)('of a token that lives %s', (_, life, words) => expect(all(life)).toEqual(words));

  it('is lived from its very end on', () =>
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: 0, max: 2 * WINDOW_MS.h24 }), (name, ms) => {
        expect(windowWords(name, aged(ms)) === 'since launch').toBe(ms < WINDOW_MS[name]);
      }),
    ));

  it('of five minutes is the second half of a life for the price alone', () => {
    expect(priceWindowWords('m5', SECONDS_40)).toBe('2nd half of its life');
    expect(priceWindowWords('h1', SECONDS_40)).toBe('since launch');
    expect(priceWindowWords('m5', MINUTES_25)).toBe('5 min');
  });
});

describe('a sentence', () => {
  it.each([
    ['Price change over 1 h −3.2% is below 2%', 'Price change since launch −3.2% is below 2%'],
    ['Price over 5 min', 'Price over the 2nd half of its life'],
    ['Volume of 1 h $1,120 is below $2,000', 'Volume since launch $1,120 is below $2,000'],
    ['Trades of the last 5 min', 'Trades since launch'],
    ['Buys for each sell over 1 h', 'Buys for each sell since launch'],
    ['12 trades in 5 min', '12 trades since launch'],
    [
      'For it: price up 2.5% over 5 min, 12 trades in 5 min.',
      'For it: price up 2.5% over the 2nd half of its life, 12 trades since launch.',
    ],
    ['Buyers of 5 min at 1.4x the 5 before', 'Buyers of 5 min at 1.4x the 5 before'],
    ['Traders of 5 min against the 5 before', 'Traders of 5 min against the 5 before'],
    ['Volume growth over its life', 'Volume growth over its life'],
    [
      'It is neither migrating nor graduated within 24 h',
      'It is neither migrating nor graduated within 24 h',
    ],
    ['73 posts in 24 h', '73 posts in 24 h'],
    ['Boosts or posts of 1 h are unknown', 'Boosts or posts of 1 h are unknown'],
    ['24 min old', '24 min old'],
  ])('of a token that lives 40 s: %s', (text, said) => {
    expect(sayWindows(text, SECONDS_40)).toBe(said);
    expect(sayWindows(text, DAYS_2)).toBe(text);
    expect(sayWindows(text, UNSEEN)).toBe(text);
  });

  it('keeps the windows that were lived', () =>
    expect(sayWindows('price up 18% over 5 min, price up 22% over 1 h', MINUTES_25)).toBe(
      'price up 18% over 5 min, price up 22% since launch',
    ));
});
