import unhomoglyph from 'unhomoglyph';
import { describe, expect, it } from 'vitest';
import { likeLatin } from './look-alikes';
import { cleanText, initialsOf } from './text';

const odd = (raw: string) =>
  cleanText(raw)
    .parts.filter((part) => part.isOdd)
    .map((part) => part.text);

describe('external text', () => {
  it.each([
    ['a right-to-left override', 'USD\u202Enioc', 'USDnioc', ['U+202E']],
    ['zero-width characters', 'P\u200BE\u2060PE\uFEFF', 'PEPE', ['U+200B', 'U+2060', 'U+FEFF']],
    ['a control character', 'DO\u0007GE\u0000', 'DOGE', ['U+0007', 'U+0000']],
    ['bidi isolates', '\u2066abc\u2069', 'abc', ['U+2066', 'U+2069']],
    ['a filler that is drawn as nothing', '\u3164cat', 'cat', ['U+3164']],
    ['the same code point twice, named once', '\u202Ea\u202Eb', 'ab', ['U+202E']],
    ['a lone surrogate', 'a\uD800b', 'ab', ['U+D800']],
  ])('takes away %s and names it', (_what, raw, text, removed) => {
    const clean = cleanText(raw);
    expect(clean.text).toBe(text);
    expect(clean.removed).toEqual(removed);
  });

  it('makes one line of many', () => expect(cleanText('  a\n\n b\t\u2028c ').text).toBe('a b c'));

  it('leaves nothing of a name that shows nothing', () =>
    expect(cleanText('\u200B\u2800 \u202E').text).toBe(''));

  it('keeps two combining marks in a row', () =>
    expect(cleanText('Z\u0300\u0301\u0302\u0303a').text).toBe('Z\u0300\u0301a'));

  it('keeps emoji that are joined from several', () => {
    const clean = cleanText('👨‍👩‍👧 dad 🏳️‍🌈');
    expect(clean.text).toBe('👨‍👩‍👧 dad 🏳️‍🌈');
    expect(clean.removed).toEqual([]);
  });

  it('cuts what is absurdly long', () => expect(cleanText('x'.repeat(5_000)).text).toHaveLength(200));

  it.each(['Пуф-пуф', '狗狗币', 'Doge 狗', 'ΦΩ', 'Gloamwood Fox', 'Пуф token', 'café', '東京Coin', '$100x'])(
    'takes %s for a normal name',
    (raw) => expect(cleanText(raw).isLookAlike).toBe(false),
  );

  it.each([
    ['USD\u0421', ['\u0421']],
    ['\u0405olana', ['\u0405']],
    ['P\u0395P\u0395', ['\u0395', '\u0395']],
    ['\u041F\u0443\u0444a', ['a']],
    ['𝐔𝐒𝐃𝐂', ['𝐔𝐒𝐃𝐂']],
    ['ＵSDC', ['Ｕ']],
    ['РЕРЕ', ['РЕРЕ']],
    ['РЕРЕ coin', ['РЕРЕ']],
    ['ВΟΝΚ 狗', ['ВΟΝΚ']],
    ['ΒΟΝΚ', ['ΒΟΝΚ']],
    ['ᏢᎬᏢᎬ', ['ᏢᎬᏢᎬ']],
    ['ꓑꓰꓑꓰ', ['ꓑꓰꓑꓰ']],
    ['ᴘᴇᴘᴇ', ['ᴘᴇᴘᴇ']],
    ['𝚸𝚬𝚸𝚬', ['𝚸𝚬𝚸𝚬']],
    ['Ⓟⓔⓟⓔ', ['Ⓟⓔⓟⓔ']],
    ['🄿🄴🄿🄴 coin', ['🄿🄴🄿🄴']],
    ['PⒺPE', ['Ⓔ']],
    ['① ⚠ ©', []],
    ['Пуф РЕРЕ', []],
  ])('marks the odd letters of %s', (raw, letters) => expect(odd(raw)).toEqual(letters));

  it('knows each letter of the scripts that imitate which Unicode says is like a Latin one', () => {
    const letters = Array.from({ length: 0x1_0000 }, (_, point) => String.fromCharCode(point)).filter((one) =>
      /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}]/u.test(
        one,
      ),
    );
    const like = letters.filter(
      (one) => /\p{L}/u.test(one) && /^[A-Za-z]$/.test(unhomoglyph(one.normalize('NFKC'))),
    );
    expect(like.length).toBeGreaterThan(150);
    const folded = (letter = '') => letter.toLowerCase().replace('l', 'i');
    for (const one of like)
      expect(folded(likeLatin.get(one.normalize('NFKC')))).toBe(folded(unhomoglyph(one.normalize('NFKC'))));
    expect(like.filter((one) => !cleanText(one).isLookAlike)).toEqual([]);
    expect(letters.filter((one) => cleanText(one).isLookAlike && !like.includes(one))).toEqual([]);
  });

  it('joins its parts to the whole', () => {
    const clean = cleanText('USD\u0421 \u0421oin');
    expect(clean.parts.map((part) => part.text).join('')).toBe(clean.text);
  });
});

describe('initials', () => {
  it.each([
    ['nullcat', 'NU'],
    ['$x', 'X'],
    ['🔥🔥🔥', '🔥🔥'],
    ['', '?'],
  ])('of %s are %s', (symbol, initials) => expect(initialsOf(symbol)).toBe(initials));
});
