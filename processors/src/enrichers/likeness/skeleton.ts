/** One text for all that look alike, as UTS 39 makes it: https://www.unicode.org/reports/tr39/#Confusable_Detection */
import unhomoglyph from 'unhomoglyph';

/** Letters in the form of capitals are drawn as small ones' neighbours; Unicode counts them as letters of their own. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ';
const CAPITALS = 'abcdefghijklmnopqrstuvwyz';
/** What the table leaves of letters that only look like small capitals: к, м and ε. */
const LIKE_SMALL_CAPITALS: Readonly<Record<string, string>> = { ĸ: 'k', ʍ: 'm', ꞓ: 'e' };

const latinOf = new Map([
  ...Array.from(SMALL_CAPITALS, (letter, place) => [letter, CAPITALS[place]!] as const),
  ...Object.entries(LIKE_SMALL_CAPITALS),
]);

const isAscii = (point: string): boolean => point.charCodeAt(0) < 128;
const mapped = (text: string, letter: (point: string) => string): string => Array.from(text, letter).join('');

/**
 * The skeleton of a text in any case, which is no text to show: `I`, `l`, `1` and `i` are one letter in it, and `m` is `rn`.
 * Texts that look alike have the same one; some others do, too.
 */
export function skeletonOf(text: string): string {
  // Before its case is gone: В looks like B, and β, its small one, like no letter of that name.
  const inLatin = mapped(text.normalize('NFKC'), (point) => (isAscii(point) ? point : unhomoglyph(point)));
  const small = mapped(unhomoglyph(inLatin.toLowerCase()), (point) => latinOf.get(point) ?? point);
  return unhomoglyph(small).toLowerCase().replaceAll('i', 'l').normalize('NFC');
}
