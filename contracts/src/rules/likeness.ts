/** When tokens say the same of themselves: as copies do, or as those do that ride one trend. */
import { WINDOW_MS } from './limits.js';

/** How far back a token is looked for that another is like. */
export const LIKENESS_WITHIN_MS = WINDOW_MS.h24;

/** Words that many tokens have and that are no theme. */
const STOP_WORDS: ReadonlySet<string> = new Set([
  ...['and', 'are', 'but', 'for', 'from', 'has', 'how', 'its', 'just', 'not', 'now', 'the', 'this', 'with'],
  ...['all', 'day', 'first', 'get', 'her', 'his', 'last', 'more', 'most', 'next', 'one', 'our', 'out', 'own'],
  ...['she', 'that', 'they', 'time', 'was', 'what', 'when', 'who', 'will', 'you', 'your'],
  ...['bsc', 'base', 'btc', 'coin', 'coins', 'crypto', 'eth', 'sol', 'solana', 'token', 'tokens', 'usd'],
  ...['ape', 'buy', 'cto', 'dex', 'fun', 'gem', 'gems', 'hodl', 'hold', 'launch', 'meme', 'memes', 'moon'],
  ...['nft', 'pump', 'pumpfun', 'rich', 'sell', 'send', 'stream', 'swap', 'takeover', 'wagmi', 'wif'],
  ...['baby', 'big', 'community', 'good', 'king', 'little', 'lord', 'mini', 'new', 'official', 'og', 'old'],
  ...['original', 'real', 'super', 'test', 'true', 'world'],
]);

/** Shorter ones are no words, and longer ones are nobody's theme. */
const WORD_CHARACTERS = { least: 3, most: 64 };

/** One form of what looks alike: compatibility forms and case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Letters and digits alone; of a text without any, as "$$$", all that is seen of it. */
function keyOf(text: string): string {
  const seen = plain(text).replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '');
  return seen.replace(/[^\p{L}\p{N}]+/gu, '') || seen;
}

type Named = { name: string | null; symbol: string | null };

/** Tokens with the same one have the same name and symbol; null where one of them is empty. */
export function nameKeyOf({ name, symbol }: Named): string | null {
  const [first, second] = [keyOf(name ?? ''), keyOf(symbol ?? '')];
  return first === '' || second === '' ? null : `${first} ${second}`;
}

/** The words of name and symbol that may be a theme, each once. */
export function themeWordsOf({ name, symbol }: Named): string[] {
  const words = plain(`${name ?? ''} ${symbol ?? ''}`).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter(
    (word) =>
      word.length >= WORD_CHARACTERS.least &&
      word.length <= WORD_CHARACTERS.most &&
      /\p{L}/u.test(word) &&
      !STOP_WORDS.has(word),
  );
}
