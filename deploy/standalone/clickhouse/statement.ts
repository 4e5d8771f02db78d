import { type Bounds, checkBytes, checkTokens } from './bounds.js';
import { syntaxError } from './errors.js';
import type { Text } from './text.js';
import { isName, isSign, isWord, type Token, tokenise } from './tokens.js';

/** An INSERT whose rows come from the request. `target` is the text from INSERT up to the column list. */
export interface DataInsert {
  kind: 'data insert';
  target: string;
  settings: string;
  format: string;
}

/** An INSERT whose rows come from a SELECT (`source`). */
export interface SelectInsert {
  kind: 'select insert';
  target: string;
  settings: string;
  source: string;
}

/** Anything else. `format` and `tailSettings` are the statement's own trailing clauses. */
export interface Query {
  kind: 'query';
  verb: string;
  body: string;
  format: string | undefined;
  tailSettings: string;
}

export type Statement = DataInsert | SelectInsert | Query;

/** Settings by name, as the client sent them. */
export type Settings = ReadonlyMap<string, string>;

/** True where the statement may bring rows: `WITH … INSERT` can only be followed by a SELECT. */
export const beginsWithInsert = (text: string): boolean => isWord(tokenise(text).next().value, 'INSERT');

/**
 * Reads a statement, and separates the rows written behind `VALUES` or `FORMAT X` from the SQL in front of them.
 * @returns `data` undefined when the statement is no INSERT with data
 * @throws ClickHouseFault 307 beyond the bounds, 62 for what is no SQL
 */
export function readStatement(text: string, bounds: Bounds): Text & { data: string | undefined } {
  checkBytes(Buffer.byteLength(text), bounds);
  const cursor = new InsertCursor();
  const tokens: Token[] = [];
  let takesData = false;
  const split = (end: number) => ({
    sql: text.slice(0, end),
    tokens,
    data: text.slice(end).replace(/^[^\S\n]*\n?/, ''),
  });
  for (const token of tokenise(text)) {
    takesData ||= tokens.length === 0 && isWord(token, 'INSERT');
    const clause = takesData ? cursor.step(token) : undefined;
    tokens.push(token);
    checkTokens(tokens.length, bounds);
    if (clause === 'VALUES' || clause === 'FORMAT name') return split(token.end);
    if (clause === 'source') takesData = false;
  }
  if (!takesData) return { sql: text, tokens, data: undefined };
  while (isSign(tokens.at(-1), ';')) tokens.pop();
  return split(tokens.at(-1)?.end ?? text.length);
}

type Clause = 'start' | 'target' | 'SETTINGS' | 'VALUES' | 'FORMAT' | 'FORMAT name' | 'source';

/** Follows an INSERT from its first word and says which clause each token belongs to. */
class InsertCursor {
  private clause: Clause = 'start';
  private depth = 0;
  private before: Token | undefined;

  step(token: Token): Clause {
    if (isSign(token, '(')) this.depth += 1;
    if (isSign(token, ')')) this.depth -= 1;
    this.clause = this.next(token);
    this.before = token;
    return this.clause;
  }

  private next(token: Token): Clause {
    if (this.clause === 'start') return isWord(token, 'INSERT', 'INTO', 'TABLE') ? 'start' : 'target';
    if (this.clause === 'FORMAT') return 'FORMAT name';
    if (isSign(this.before, '.')) return this.clause;
    if (isWord(token, 'SELECT', 'WITH') && (this.depth === 0 || isSign(this.before, '('))) return 'source';
    if (this.depth > 0) return this.clause;
    if (isWord(token, 'FROM')) return 'source';
    return isWord(token, 'SETTINGS', 'VALUES', 'FORMAT') ? (token.text.toUpperCase() as Clause) : this.clause;
  }
}

/** Parses one statement without its inline data. @throws ClickHouseFault 62 on several statements */
export function parseStatement({ sql, tokens: all }: Text): Statement {
  const tokens = all.slice(0, all.findLastIndex((token) => !isSign(token, ';')) + 1);
  if (tokens.length === 0) throw syntaxError('the statement is empty');
  if (tokens.some((token) => isSign(token, ';'))) throw syntaxError('multi-statements are not allowed');
  const insert = findInsert(tokens);
  return insert === undefined ? parseQuery(sql, tokens) : parseInsert(sql, tokens, insert);
}

function findInsert(tokens: Token[]): number | undefined {
  if (isWord(tokens[0], 'INSERT')) return 0;
  if (!isWord(tokens[0], 'WITH')) return undefined;
  const at = tokens.findIndex((token, i) => isWord(token, 'INSERT') && isWord(tokens[i + 1], 'INTO'));
  return at < 0 ? undefined : at;
}

function parseInsert(sql: string, tokens: Token[], insert: number): DataInsert | SelectInsert {
  const cursor = new InsertCursor();
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? sql.length;
  const target = { start, end };
  const settings = { start: 0, end: 0 };
  let format = 'Values';
  for (const [i, token] of tokens.entries()) {
    if (i < insert) continue;
    const clause = cursor.step(token);
    if (clause === 'target') target.end = token.end;
    if (clause === 'SETTINGS') {
      settings.start ||= token.end;
      settings.end = token.end;
    }
    if (clause === 'FORMAT name') format = token.name;
    if (clause === 'source') {
      const open = tokens[i - 1];
      const from = open && isSign(open, '(') ? open.start : token.start;
      target.end = Math.min(target.end, from);
      settings.end = Math.min(settings.end, from);
      return { kind: 'select insert', ...slices(), source: sql.slice(from, end) };
    }
  }
  return { kind: 'data insert', ...slices(), format };

  function slices() {
    return {
      target: sql.slice(target.start, target.end).trim(),
      settings: sql.slice(settings.start, settings.end).trim(),
    };
  }
}

function parseQuery(sql: string, tokens: Token[]): Query {
  const end = tokens.at(-1)?.end ?? 0;
  const verb = tokens.find((token) => !isSign(token, '('))?.text.toUpperCase() ?? '';
  const at = tokens.findLastIndex(
    (token, i) =>
      isWord(token, 'FORMAT') &&
      isName(tokens[i + 1]) &&
      (i + 2 === tokens.length || isWord(tokens[i + 2], 'SETTINGS')),
  );
  const format = at > 0 ? tokens[at + 1] : undefined;
  const keyword = tokens[at];
  if (!format || !keyword)
    return { kind: 'query', verb, body: sql.slice(0, end), format: undefined, tailSettings: '' };
  return {
    kind: 'query',
    verb,
    body: sql.slice(0, keyword.start),
    format: format.name,
    tailSettings: sql.slice(tokens[at + 2]?.end ?? end, end).trim(),
  };
}
