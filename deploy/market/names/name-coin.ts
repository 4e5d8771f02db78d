import { Random, sumOfShares } from '@cryptonite/provider/random.js';
import { cuss } from 'cuss';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import * as lists from './words.js';
import {
  ADJECTIVES,
  CODAS,
  CREATURES,
  ENDINGS,
  FIRST_NAMES,
  FOREIGN,
  MIDDLES,
  NUMBERS,
  ONSETS,
  PICTOGRAPHS,
  PLACES,
  SLANG,
  TECH,
  THINGS,
  VERBS,
} from './words.js';

export interface CoinName {
  name: string;
  symbol: string;
}

/** Names as attackers write them: direction overrides, look-alike letters, invisible characters, markup, length. */
const HOSTILE: readonly CoinName[] = [
  { name: 'Safe \u202Enioc\u202C', symbol: 'SAFE\u202E' },
  { name: 'Р\u0435\u0440\u0435 \u0421\u043Ein', symbol: 'РЕРЕ' },
  { name: 'Bonk\u200B\u200BInu', symbol: 'BONK\u200D' },
  { name: '<img src=x onerror=alert(1)>', symbol: '<B>X' },
  { name: `${'Very '.repeat(30)}Long`, symbol: 'LOOOOOOOOOOOOONG' },
  { name: "Robert'); DROP TABLE tokens;--", symbol: 'DROP' },
];
const HOSTILE_SHARE = 0.005;

/** The launchpad's own limits (its form refuses more; the program does not). */
const MAX_NAME = 32;
const MAX_SYMBOL = 10;

const obscene = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/**
 * `obscenity` knows the ways to spell obscenities, and few slurs; `cuss` knows those. However `cuss` rates a word, it is
 * none for a name: one that is refused in vain is drawn again.
 */
const slurs = Object.keys(cuss).filter((slur) => /^[a-z]+$/.test(slur));
const slurWords = new Set(slurs);
const longSlurs = slurs.filter(({ length }) => length > 2);
/** Each of them holds one of these. */
const cores = longSlurs.filter((slur) => !longSlurs.some((other) => other !== slur && slur.includes(other)));
const core = new RegExp(cores.join('|'), 'g');

const ownWords = new Set(
  Object.values(lists)
    .flat(3)
    .map((word) => word.toLowerCase()),
);

/** Slurs as words, as two words that make one, and within words, except where they are part of one of ours. */
function holdsSlur(text: string): boolean {
  const lower = text.toLowerCase();
  const words = lower.split(/[^a-z]+/).filter((word) => word !== '');
  if (words.some((word) => slurWords.has(word) && !ownWords.has(word))) return true;
  if (words.some((word, at) => at > 0 && slurWords.has(words[at - 1] + word))) return true;
  const isPartOfOurs = (slur: string, at: number) =>
    [...ownWords].some((word) => word.includes(slur) && lower.startsWith(word, at - word.indexOf(slur)));
  return [...lower.matchAll(core)].some(({ 0: slur, index }) => !isPartOfOurs(slur, index));
}

/** Whether maintained lists of offensive words find one in any of the texts, also across their spaces. */
export const isOffensive = (...texts: string[]): boolean =>
  texts.some(holdsSlur) ||
  // A call costs ten times what a name's letters cost.
  obscene.hasMatch(texts.map((text) => `${text} | ${text.replaceAll(' ', '')}`).join(' | '));

/**
 * The name and symbol that a key stands for: the same for the same key, most of them plausible, one in two hundred
 * hostile, none offensive. Lengths, letter case and the way from name to symbol follow 138,542 launches of 2024:
 * half of the names have at most 11 characters, 38% are one word, 55% of the symbols are in capitals.
 */
export function nameCoin(key: number): CoinName {
  const random = new Random(`coin name ${key}`);
  if (random.chance(HOSTILE_SHARE)) return random.pick(HOSTILE);
  for (;;) {
    const name = composeName(random);
    const symbol = composeSymbol(name, random);
    if (name.length > MAX_NAME || symbol.length < 2) continue;
    if (!isOffensive(name, symbol)) return { name, symbol };
  }
}

type Compose = (random: Random) => string;

const creature: Compose = (random) => random.pick(CREATURES);
const subject: Compose = (random) => {
  const draw = random.unit();
  if (draw < 0.42) return random.pick(CREATURES);
  return random.pick(draw < 0.75 ? THINGS : FIRST_NAMES);
};

/** A word that no dictionary has: Snorp, Gloobert, Zonka. */
const invented: Compose = (random) => invent(random, 1 + random.below(2));

function invent(random: Random, syllables: number): string {
  let word = '';
  for (let count = 0; count < syllables; count++) word += random.pick(ONSETS) + random.pick(MIDDLES);
  word += random.chance(0.75) ? random.pick(CODAS) : random.pick(['o', 'a', 'y', 'ie', 'us', 'ito']);
  return capitalise(word);
}

/** Two words in one, cut where they meet: Wafflotter, Toasling. */
const blended: Compose = (random) => {
  const [first, second] = [random.pick(THINGS), random.pick(CREATURES)];
  return first.slice(0, 3 + random.below(3)) + second.slice(-3 - random.below(3)).toLowerCase();
};

const ONE_WORD: readonly Compose[] = [
  subject,
  invented,
  invented,
  (random) => invent(random, 1),
  (random) => invent(random, 1),
  (random) => invent(random, 1),
  blended,
  blended,
  (random) => random.pick(SLANG) + creature(random).toLowerCase(),
  (random) =>
    random.pick(FIRST_NAMES) +
    random.pick(['y', 'o', 'Coin', 'zilla', 'AI', 'Inu', 'Cat', 'Dog', 'Frog', 'GPT']),
  (random) => random.pick(CREATURES).slice(0, 4) + invented(random).toLowerCase(),
  (random) => `${random.pick(ADJECTIVES)}${creature(random)}`,
  (random) => `${creature(random)}${random.pick(THINGS)}`,
  (random) =>
    `${subject(random)}${random.pick(['wif', 'coin', 'fi', 'AI', 'GPT', 'Inu', 'maxxing', 'core', 'DAO', 'verse'])}`,
];

const MORE_WORDS: readonly (readonly [Compose, number])[] = [
  [(random) => `${random.pick(ADJECTIVES)} ${subject(random)}`, 20],
  [(random) => `${subject(random)} ${random.pick(TECH)}`, 6],
  [(random) => `${subject(random)} ${random.pick(ENDINGS)}`, 7],
  [(random) => `${random.pick(FIRST_NAMES)} the ${creature(random)}`, 9],
  [(random) => `${creature(random)} ${random.pick(VERBS)}`, 3],
  [(random) => `${random.pick(PLACES)} ${subject(random)}`, 4],
  [(random) => `${random.pick(ADJECTIVES)} ${subject(random)} ${random.pick(ENDINGS)}`, 8],
  [(random) => `${creature(random)} wif ${random.pick(THINGS)}`, 4],
  [(random) => `${random.pick(TECH)} of ${random.pick(PLACES)}`, 4],
  [(random) => `${subject(random)} in ${random.pick(PLACES)}`, 4],
  [(random) => `${random.pick(ADJECTIVES)} ${creature(random)} ${random.pick(VERBS)}`, 4],
  [(random) => `${subject(random)} and ${subject(random)}`, 4],
  [(random) => `${subject(random)} ${random.pick(NUMBERS)}`, 4],
  [(random) => `just a ${random.pick(ADJECTIVES).toLowerCase()} ${creature(random)}`, 4],
  [(random) => `${random.pick(FIRST_NAMES)} ${random.pick(VERBS)} in ${random.pick(PLACES)}`, 10],
  [(random) => `the ${random.pick(ADJECTIVES)} ${subject(random)} of ${random.pick(PLACES)}`, 8],
  [(random) => `${random.pick(SLANG)} ${subject(random).toLowerCase()}`, 6],
];
const MORE_WORDS_TOTAL = sumOfShares(MORE_WORDS);

function composeName(random: Random): string {
  if (random.chance(0.02)) return composeForeign(random);
  let name = random.chance(0.38) ? random.pick(ONE_WORD)(random) : composeWords(random);
  const letters = random.unit();
  if (letters < 0.17) name = name.toUpperCase();
  else if (letters < 0.36) name = name.toLowerCase();
  if (random.chance(0.015)) name = `${name} ${random.pick(PICTOGRAPHS)}`;
  return name;
}

function composeForeign(random: Random): string {
  const [first, second] = random.pick(FOREIGN);
  return random.pick(first) + random.pick(second);
}

function composeWords(random: Random): string {
  const compose = random.pickByShare(MORE_WORDS, MORE_WORDS_TOTAL);
  if (compose === null) throw new RangeError('the weights do not add up');
  return compose(random);
}

function composeSymbol(name: string, random: Random): string {
  const words = name.split(' ').map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const letters = words.join('');
  const initials = words.map((word) => word.slice(0, 1)).join('');
  const draw = random.unit();
  let symbol: string;
  if (initials.length >= 3 && draw < 0.22) symbol = initials;
  else if (draw < 0.62) symbol = random.pick([words[0]!, words.at(-1)!]);
  else if (draw < 0.9) symbol = letters.slice(0, 3 + random.below(5));
  else symbol = letters.replaceAll(/[aeiou]/gi, '').slice(0, 5);
  const form = random.unit();
  if (form < 0.5) symbol = symbol.toUpperCase();
  else if (form < 0.6) symbol = symbol.toLowerCase();
  return (random.chance(0.02) ? `$${symbol}` : symbol).slice(0, MAX_SYMBOL);
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
