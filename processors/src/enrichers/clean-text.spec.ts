import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanText } from './clean-text.js';

it.each([
  ['a right-to-left override', '\u202Emoc.nup\u202C', 'moc.nup'],
  ['isolates and marks', '\u2066a\u2069\u200F\u061Cb', 'ab'],
  ['NUL', 'a\0b', 'ab'],
  ['half a pair', 'a\uD83Db', 'ab'],
  ['a whole pair', '🦭', '🦭'],
  ['lines', 'a\nb', 'a\nb'],
])('of %s leaves what is harmless', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

it('of a long text leaves its beginning, and no half of a pair at the cut', () => {
  expect(cleanText(`${'a'.repeat(1_999)}🦭`)).toBe('a'.repeat(1_999));
});

it('leaves nothing harmful of any text, and 2,000 characters at most', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
      const clean = cleanText(text);
      expect(clean.length).toBeLessThanOrEqual(2_000);
      expect(clean).not.toMatch(/[\0\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u);
    }),
    { seed: 17, numRuns: 300 },
  );
});
