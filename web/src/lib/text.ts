import { likeLatin } from './look-alikes';

/**
 * Names and symbols are whatever their creator wrote. What follows makes one line of them that cannot reorder,
 * hide or overprint anything, and says what it took away.
 */

export type TextPart = { text: string; isOdd: boolean };

export type CleanText = {
  /** Safe to show on one line; empty when nothing visible was left. */
  text: string;
  /** The same, cut where letters imitate those of another script, by themselves or the whole text. */
  parts: TextPart[];
  /** Code points taken away, once each, in order: "U+202E". */
  removed: string[];
  isLookAlike: boolean;
};

/** Longer names are cut here; a card shows far less, its title shows this. */
const MAX_CODE_POINTS = 200;
const MAX_MARKS = 2;

const space = /[\t\n\v\f\r\u0085\p{Z}]/u;
// Control, format (bidi and zero-width among them), lone surrogates and private use, and
// those that are drawn as nothing: fillers, the braille blank, variation selectors other than text and emoji.
const hidden =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|[\u115F\u1160\u2800\u3164\uFFA0]|\u034F|[\u17B4\u17B5]|[\u180B-\u180D\u180F]|[\uFE00-\uFE0D]|[\u{E0100}-\u{E01EF}]/u;
const mark = /\p{M}/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;
const letter = /\p{L}/u;
const asciiLetter = /^[A-Za-z]$/;
const latin = /\p{Script=Latin}/u;
const ZERO_WIDTH_JOINER = '\u200D';

/** Scripts whose letters pass for one another. CJK, Arabic and the like beside Latin are everyday names. */
const alike: readonly (readonly [string, RegExp])[] = [
  ['Latin', latin],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
  ['Canadian', /\p{Script=Canadian_Aboriginal}/u],
];

/** What was cleaned before: a token says its name with every change of its values. */
const cleaned = new Map<string, CleanText>();
const CLEANED_MAX = 1_000;

export function cleanText(raw: string): CleanText {
  const known = cleaned.get(raw);
  if (known) return known;
  const clean = cleanAnew(raw);
  if (cleaned.size === CLEANED_MAX) cleaned.clear();
  cleaned.set(raw, clean);
  return clean;
}

function cleanAnew(raw: string): CleanText {
  const removed = new Set<string>();
  const points = Array.from(raw).slice(0, MAX_CODE_POINTS);
  let text = '';
  let marks = 0;
  points.forEach((point, index) => {
    if (space.test(point)) {
      text += ' ';
      marks = 0;
      return;
    }
    const joinsEmoji =
      point === ZERO_WIDTH_JOINER &&
      pictograph.test(points[index - 1] ?? '') &&
      pictograph.test(points[index + 1] ?? '');
    if (hidden.test(point) && !joinsEmoji) {
      removed.add(nameCodePoint(point));
      return;
    }
    marks = mark.test(point) && point !== '\uFE0F' ? marks + 1 : 0;
    if (marks <= MAX_MARKS) text += point;
  });
  text = text.replace(/ +/g, ' ').trim();
  const parts = markOddLetters(text);
  return { text, parts, removed: [...removed], isLookAlike: parts.some((part) => part.isOdd) };
}

/** Text that reads in its own direction and turns nothing around it: between first strong isolate and its end. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Two letters for a token without a picture. */
export function initialsOf(symbol: string): string {
  const letters = Array.from(symbol).filter((point) => /[\p{L}\p{N}]/u.test(point));
  const chosen = letters.length > 0 ? letters : Array.from(symbol);
  return chosen.slice(0, 2).join('').toUpperCase() || '?';
}

function nameCodePoint(point: string): string {
  return `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function markOddLetters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  const imitating = scriptsThatImitate(Array.from(text));
  for (const word of text.split(/(?<= )/)) {
    const points = Array.from(word);
    const own = mainScript(points);
    for (const point of points) {
      const isOdd = isOddIn(point, own, imitating);
      const last = parts.at(-1);
      if (last?.isOdd === isOdd) last.text += point;
      else parts.push({ text: point, isOdd });
    }
  }
  return parts;
}

/** Those of which a text has no letter but such as look Latin: it may be a Latin name wholly in other letters. */
function scriptsThatImitate(points: readonly string[]): RegExp[] {
  const plain = points.map((point) => point.normalize('NFKC'));
  return alike.flatMap(([script, pattern]) => {
    const own = plain.filter((point) => letter.test(point) && pattern.test(point));
    return script !== 'Latin' && own.every((point) => likeLatin.has(point)) ? [pattern] : [];
  });
}

/** The commonest of the confusable scripts in a word; a tie goes to Latin, which is the one imitated. */
function mainScript(points: readonly string[]): string | null {
  let best: string | null = null;
  let bestCount = 0;
  for (const [script, pattern] of alike) {
    const count = points.filter((point) => letter.test(point) && pattern.test(point)).length;
    if (count > bestCount) {
      best = script;
      bestCount = count;
    }
  }
  return best;
}

function isOddIn(point: string, own: string | null, imitating: readonly RegExp[]): boolean {
  const plain = point.normalize('NFKC');
  // Mathematical, full-width, circled (which are symbols) and the like: drawn as A to Z, but other code points.
  if (!asciiLetter.test(point) && asciiLetter.test(plain)) return true;
  if (!letter.test(point)) return false;
  // Of Latin itself small capitals alone imitate: nobody writes a name in them but for their look.
  if (latin.test(point) && likeLatin.has(point)) return true;
  if (imitating.some((pattern) => pattern.test(plain))) return true;
  return alike.some(([script, pattern]) => script !== own && pattern.test(plain));
}
