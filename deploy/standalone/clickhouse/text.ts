import { type Bounds, checkBytes, checkTokens } from './bounds.js';
import { type Token, tokenise } from './tokens.js';

/** SQL and its tokens. It is read once: what changes the SQL afterwards changes the tokens with it. */
export interface Text {
  sql: string;
  tokens: Token[];
}

/** What stands in the place of tokens `from` to before `to`. */
export interface Edit {
  from: number;
  to: number;
  sql: string;
}

/** Behind and before these, nothing that is put in can become part of what was there. */
const APART_BEFORE = /[\s(,[=.]/;
const APART_BEHIND = /[\s),\]=;.]/;

/**
 * Reads only what is put in, and keeps it apart from its neighbours, so that the engine finds the same tokens.
 * @param edits in the order of the text
 * @throws ClickHouseFault 307 as soon as the text is beyond its bounds, however many edits there are still
 */
export function editText({ sql, tokens }: Text, edits: Iterable<Edit>, bounds: Bounds): Text {
  let bytes = Buffer.byteLength(sql);
  let edited = '';
  let copied = 0;
  const kept: Token[] = [];
  let next = 0;
  const keep = (upTo: number, end: number) => {
    const by = edited.length - copied;
    for (const { start, end, ...token } of tokens.slice(next, upTo))
      kept.push({ ...token, start: start + by, end: end + by });
    edited += sql.slice(copied, end);
  };
  for (const { from, to, sql: put } of edits) {
    const start = tokens[from]?.start ?? sql.length;
    const end = tokens[to - 1]?.end ?? sql.length;
    bytes += Buffer.byteLength(put) - Buffer.byteLength(sql.slice(start, end));
    checkBytes(bytes, bounds);
    keep(from, start);
    if (start > 0 && !APART_BEFORE.test(sql.charAt(start - 1))) edited += ' ';
    for (const token of tokenise(put)) {
      kept.push({ ...token, start: token.start + edited.length, end: token.end + edited.length });
      checkTokens(kept.length, bounds);
    }
    edited += put;
    if (end < sql.length && !APART_BEHIND.test(sql.charAt(end))) edited += ' ';
    copied = end;
    next = to;
  }
  keep(tokens.length, sql.length);
  checkTokens(kept.length, bounds);
  return { sql: edited, tokens: kept };
}
