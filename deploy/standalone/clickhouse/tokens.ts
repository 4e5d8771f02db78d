import { syntaxError } from './errors.js';

/**
 * One token of ClickHouse SQL. `text` is the source; `name` is what a word or quoted identifier means.
 * Comments and white space are left out.
 */
export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'punctuation';
  text: string;
  name: string;
  start: number;
  end: number;
}

const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n]*/y;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y;
const WORD = /[A-Za-z_][\w$]*|\d\w*/y;
const QUOTES = new Map([
  ["'", /'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ['`', /`(?:[^`\\]|\\[\s\S]|``)*`/y],
  ['"', /"(?:[^"\\]|\\[\s\S]|"")*"/y],
]);

/**
 * Splits SQL into tokens, lazily, so that data behind `INSERT … FORMAT X` is never read as SQL.
 *
 * The guard relies on seeing what the engine sees. Where ClickHouse's lexer is more liberal than ours
 * (heredocs, typographic quotes, `#` comments, a NUL that ends the text early) the statement is refused
 * rather than guessed at.
 * @throws ClickHouseFault 62 on an unclosed quote or comment or such a character
 */
export function* tokenise(sql: string, from = 0): Generator<Token> {
  let at = from;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  while (at < sql.length) {
    const blank = take(SPACE) ?? take(LINE_COMMENT) ?? take(BLOCK_COMMENT);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const char = sql.charAt(at);
    const start = at;
    const quotes = QUOTES.get(char);
    if (quotes) {
      const text = take(quotes);
      if (text === undefined) throw syntaxError(`quote ${char} is not closed (at position ${start + 1})`);
      at += text.length;
      yield { kind: char === "'" ? 'string' : 'quoted', text, name: unquote(text), start, end: at };
      continue;
    }
    const word = take(WORD);
    if (word !== undefined) {
      at += word.length;
      yield { kind: 'word', text: word, name: word, start, end: at };
      continue;
    }
    if (sql.startsWith('/*', at)) throw syntaxError(`comment is not closed (at position ${start + 1})`);
    if (/[^\x20-\x7e]|[$#\\]/.test(char)) {
      throw syntaxError(
        `character ${JSON.stringify(char)} is not accepted outside quotes (at position ${start + 1})`,
      );
    }
    at += 1;
    yield { kind: 'punctuation', text: char, name: char, start, end: at };
  }
}

const ESCAPES: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
  a: '\x07',
  v: '\v',
  e: '\x1b',
};

function unquote(text: string): string {
  const quote = text.charAt(0);
  return text
    .slice(1, -1)
    .replace(/\\x([0-9a-fA-F]{2})|\\([\s\S])|(['`"])\3/g, (whole, hex, escaped, doubled) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (escaped !== undefined) return ESCAPES[escaped] ?? escaped;
      return doubled === quote ? quote : whole;
    });
}

export const quoteString = (value: string): string =>
  `'${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;

export const quoteIdentifier = (name: string): string =>
  `\`${name.replace(/[\\`]/g, '\\$&').replaceAll('\0', '\\0')}\``;

/** True for the unquoted keyword; a quoted identifier is never one. */
export const isWord = (token: Token | undefined, ...keywords: string[]): boolean =>
  token?.kind === 'word' && keywords.includes(token.text.toUpperCase());

/** True for a word or quoted identifier, false for strings, numbers and punctuation. */
export const isName = (token: Token | undefined): token is Token =>
  token?.kind === 'quoted' || (token?.kind === 'word' && !/^\d/.test(token.text));

export const isSign = (token: Token | undefined, sign: string): boolean =>
  token?.kind === 'punctuation' && token.text === sign;
