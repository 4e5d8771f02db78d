import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skeletonOf } from './skeleton.js';

it.each([
  ['Cyrillic', 'РЕРЕ', 'PEPE'],
  ['small Cyrillic', 'ѕеаӏу', 'sealy'],
  ['Cyrillic that is like small capitals', 'ВКМНТ', 'bkmht'],
  ['Greek capitals', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['small Greek', 'οριν', 'opiv'],
  ['Cherokee', 'ᏢᎬᏢᎬ', 'PEPE'],
  ['Lisu', 'ꓑꓰꓑꓰ', 'PEPE'],
  ['small capitals', 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'],
  ['full width', 'Ｐｅｐｅ', 'Pepe'],
  ['mathematical letters', '𝐏𝓮𝗽𝚎', 'Pepe'],
  ['circles', 'Ⓟⓔⓟⓔ', 'Pepe'],
  ['digits', 'B0NK 1', 'BONK I'],
  ['either case', 'PIPI', 'pipi'],
])('a name in %s is like its Latin one', (_, like, latin) => {
  expect(skeletonOf(like)).toBe(skeletonOf(latin));
});

it.each([
  ['Пуф', 'Pepe'],
  ['狗狗币', '狗币'],
  ['Sealy', 'Sealу2'],
  ['café', 'cafe'],
])('%s is not like %s', (a, b) => {
  expect(skeletonOf(a)).not.toBe(skeletonOf(b));
});

it('of any text is the skeleton of it in capitals of ASCII, and of itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }), (any, ascii) => {
      expect(skeletonOf(skeletonOf(any))).toBe(skeletonOf(any));
      expect(skeletonOf(ascii.toUpperCase())).toBe(skeletonOf(ascii.toLowerCase()));
    }),
    { seed: 17, numRuns: 2_000 },
  );
});
