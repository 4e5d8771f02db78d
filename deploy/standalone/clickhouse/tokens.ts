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
const WORD = /[A-Za-z_][\w$]*/y;
const NUMBER = /(?:0x[\da-f]+|0b[01]+|\d[\d_]*(?:e[+-]?\d+)?)(?![\w$])/iy;
const FRACTION = /\.(?:\d+(?:e[+-]?\d+)?)?(?![\w$])/iy;
/**
 * Splits SQL into tokens, lazily, so that data behind `INSERT … FORMAT X` is never read as SQL.
 *
 * The guard relies on seeing what the engine sees. Where ClickHouse's lexer is more liberal than ours
 * (heredocs, typographic quotes, `#` and `//` comments, `x'41'`, names that begin with a digit, a NUL that
 * ends the text early) the statement is refused rather than guessed at.
 * @throws ClickHouseFault 62 on an unclosed quote or comment, or on such a text
 */
export function* tokenise(sql: string): Generator<Token> {
  let previous: Token | undefined;
  for (let at = 0; at < sql.length; ) {
    const blank =
      matchAt(SPACE, sql, at) ?? matchAt(LINE_COMMENT, sql, at) ?? matchAt(BLOCK_COMMENT, sql, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    previous = readToken(sql, at, previous);
    at = previous.end;
    yield previous;
  }
}

function matchAt(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function readToken(sql: string, start: number, previous: Token | undefined): Token {
  const char = sql.charAt(start);
  const refuse = (what: string) => syntaxError(`${what} (at position ${start + 1})`);
  if (char === "'" || char === '"' || char === '`') {
    const end = findClosingQuote(sql, start, char);
    if (end === undefined) throw refuse(`quote ${char} is not closed`);
    const text = sql.slice(start, end);
    return { kind: char === "'" ? 'string' : 'quoted', text, name: unquote(text), start, end };
  }
  const text = matchAt(/\d/.test(char) ? NUMBER : WORD, sql, start);
  if (text !== undefined) {
    const end = start + text.length;
    // In x'41' and b'01' a doubled quote and a backslash mean something else than in a string.
    if (/^[xb]$/i.test(text) && sql[end] === "'") throw refuse(`${text}'…' is not accepted: use unhex()`);
    return { kind: 'word', text, name: text, start, end };
  }
  if (sql.startsWith('/*', start)) throw refuse('comment is not closed');
  if (sql.startsWith('//', start) || /[^\x20-\x7e]|[$#\\\d]/.test(char)) {
    throw refuse(`character ${JSON.stringify(char)} is not accepted here outside quotes`);
  }
  // Behind a name or a bracket the dot qualifies; elsewhere a number begins, and `.5file(` would hide a name.
  if (char === '.' && matchAt(FRACTION, sql, start) === undefined) {
    const qualifies = CLOSING.has(previous?.text) || isName(previous);
    if (!qualifies || /\d/.test(sql.charAt(start + 1))) throw refuse('a number is not understood');
  }
  return { kind: 'punctuation', text: char, name: char, start, end: start + 1 };
}

const CLOSING = new Set<string | undefined>([')', ']', '}']);

/** The position behind the closing quote. A loop, because texts of megabytes overflow a regular expression. */
function findClosingQuote(sql: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < sql.length; at += 1) {
    if (sql[at] === '\\') at += 1;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1;
      at += 1;
    }
  }
  return undefined;
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
