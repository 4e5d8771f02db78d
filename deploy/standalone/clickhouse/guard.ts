import {
  DATABASE_ENGINES,
  isAllowedTableSetting,
  READ_VERBS,
  REFUSED_CALLS,
  REFUSED_FUNCTIONS,
  SHOWN,
  TABLE_ENGINES,
  TABLE_FUNCTIONS,
  VERBS,
} from './allowed.js';
import { accessDenied, ClickHouseFault, syntaxError } from './errors.js';
import { isName, isSign, isWord, type Token } from './tokens.js';

/** What the engine knows, asked of it at start, and what clients of this port may do. */
export interface Rules {
  readOnly: boolean;
  tableFunctions: ReadonlySet<string>;
  settings: ReadonlySet<string>;
  tableSettings: ReadonlySet<string>;
  /** Which settings a client may send, as a test and in words. */
  accepted: { test: (setting: string) => boolean; inWords: string };
  /** The largest value a client may set; 0 would mean no limit and is refused too. */
  limits: ReadonlyMap<string, number>;
}

/**
 * Refuses what reaches outside the store: files, other servers, the engine's own administration.
 * Works on tokens; what it looks for it finds wherever it stands, so that no position in the grammar is missed.
 * @throws ClickHouseFault 497 naming what is refused, 452 for a setting, 115 for an unknown one
 */
export function checkStatement(tokens: readonly Token[], rules: Rules): void {
  checkVerb(tokens, rules);
  checkExpressions(tokens, rules);
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    const next = tokens[i + 1];
    if (isWord(token, 'INTO') && isWord(next, 'OUTFILE')) throw refuse('INTO OUTFILE');
    if (isWord(token, 'FROM') && isWord(next, 'INFILE')) throw refuse('FROM INFILE');
    if (isWord(token, 'INTO', 'TABLE') && isWord(next, 'FUNCTION')) throw refuse('INSERT INTO FUNCTION');
    if (isWord(token, 'PARALLEL') && isWord(next, 'WITH')) throw refuse('PARALLEL WITH');
  }
}

/** The part of the check that also holds for the expressions in `VALUES (…)`. */
export function checkExpressions(tokens: readonly Token[], rules: Rules): void {
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    // With all parameters bound, this is where the engine would begin a number.
    if (isSign(token, '}') && isSign(tokens[i + 1], '.')) throw syntaxError('a map has no fields');
    if (!isName(token)) continue;
    const name = token.name.toLowerCase();
    const isCall = isSign(tokens[i + 1], '(');
    // Not only before a parenthesis: functions are also passed by name, as in arrayMap(file, …).
    if (REFUSED_FUNCTIONS.test(name))
      throw refuse(`function ${token.name}${isCall ? '' : ', and so a column or alias of that name,'}`);
    if (isCall && REFUSED_CALLS.test(name)) throw refuse(`function ${token.name}`);
    if (isCall && rules.tableFunctions.has(name) && !TABLE_FUNCTIONS.has(name)) {
      throw refuse(`table function ${token.name}`);
    }
  }
  checkSettings(tokens, rules);
}

const refuse = (what: string): ClickHouseFault =>
  accessDenied(`${what} is not allowed here: this server reads and writes nothing outside its own store`);

function checkVerb(tokens: readonly Token[], rules: Rules): void {
  const at = tokens.findIndex((token) => !isSign(token, '('));
  const verb = tokens[at]?.text.toUpperCase() ?? '';
  if (!VERBS.has(verb) || tokens[at]?.kind !== 'word') throw verbFault(verb);
  const insertsWith =
    verb === 'WITH' && tokens.some((t, i) => isWord(t, 'INSERT') && isWord(tokens[i + 1], 'INTO'));
  if (rules.readOnly && (!READ_VERBS.has(verb) || insertsWith)) {
    throw new ClickHouseFault(164, 'READONLY', `Cannot execute ${verb} query in readonly mode`, 403);
  }
  if (verb === 'SHOW' && !SHOWN.has(tokens[at + 1]?.text.toUpperCase() ?? ''))
    throw accessDenied(`SHOW ${tokens[at + 1]?.text ?? ''} is not allowed here`);
  if (verb === 'EXPLAIN' && tokens.some((token) => isWord(token, 'INSERT')))
    throw refuse('EXPLAIN of an INSERT');
  if (verb === 'CREATE' || verb === 'DROP') checkObject(verb, tokens.slice(at + 1));
  if (verb === 'CREATE' || verb === 'ALTER') checkStorage(tokens, at);
  if (verb === 'ALTER') checkAlter(tokens.slice(at + 1));
}

const REFUSED_VERBS =
  /^(SYSTEM|ATTACH|DETACH|BACKUP|RESTORE|UNDROP|MOVE|GRANT|REVOKE|EXECUTE|BEGIN|COMMIT|ROLLBACK|COPY|WATCH|REPLACE)$/;

function verbFault(verb: string): ClickHouseFault {
  if (verb === 'SET')
    return accessDenied('SET is not allowed: send settings with the statement they are for');
  if (verb === 'USE') return accessDenied('USE is not allowed: send the database with the request');
  if (REFUSED_VERBS.test(verb)) return accessDenied(`${verb} is not allowed here`);
  return syntaxError(`no statement begins with ${verb}`);
}

const OBJECTS = /^(TABLE|DATABASE|VIEW|MATERIALIZED)$/;

/** Dictionaries, functions, named collections, users and session-bound temporary tables are left out. */
function checkObject(verb: string, tokens: readonly Token[]): void {
  const object = tokens.find((token) => !isWord(token, 'OR', 'REPLACE'))?.text.toUpperCase() ?? '';
  if (!OBJECTS.test(object)) throw accessDenied(`${verb} ${object} is not allowed here`);
}

/** In DDL an unquoted `engine` is the clause; a column of that name has to be quoted. */
function checkStorage(tokens: readonly Token[], at: number): void {
  const engines = isWord(tokens[at + 1], 'DATABASE') ? DATABASE_ENGINES : TABLE_ENGINES;
  for (const [i, token] of tokens.entries()) {
    if (!isWord(token, 'ENGINE')) continue;
    const name = tokens[isSign(tokens[i + 1], '=') ? i + 2 : i + 1];
    if (!isName(name) || !engines.has(name.name)) throw refuse(`engine ${name?.text ?? ''}`);
  }
}

function checkAlter(tokens: readonly Token[]): void {
  if (!isWord(tokens[0], 'TABLE')) throw accessDenied(`ALTER ${tokens[0]?.text ?? ''} is not allowed here`);
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (
      isWord(token, 'FETCH', 'FREEZE', 'UNFREEZE', 'EXPORT') &&
      (!next || isWord(next, 'PARTITION', 'PART', 'WITH'))
    ) {
      throw refuse(`ALTER … ${token.text}`);
    }
    if (isWord(token, 'TO') && isWord(next, 'DISK', 'VOLUME', 'SHARD'))
      throw refuse(`ALTER … TO ${next?.text}`);
  }
}

/**
 * Finds settings as `name = value` anywhere and as bare names in a SETTINGS list (`SETTINGS x` means `x = 1`).
 * A column called like a forbidden setting cannot be compared without a qualifying table name.
 */
function checkSettings(tokens: readonly Token[], rules: Rules): void {
  let depth = 0;
  let listDepth = Number.POSITIVE_INFINITY;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    // Behind a dot it is a name: system.settings.
    const isFirst = isWord(before, 'SETTINGS', 'SETTING') && !isSign(tokens[i - 2], '.');
    if (isFirst) listDepth = depth;
    const isNext = isSign(before, ',') && depth === listDepth;
    // Behind a value, whatever is no comma ends the list.
    const isValue = isSign(before, '=') || isSign(before, '-') || isSign(before, '+');
    const ends = token.kind === 'word' && isName(token) && !isFirst && !isNext && !isValue;
    if (depth < listDepth || ends) listDepth = Number.POSITIVE_INFINITY;
    if (!isName(token) || isSign(before, '.')) continue;
    const assigned = isSign(tokens[i + 1], '=');
    const listed = depth === listDepth && (isFirst || isNext);
    if (!assigned && !listed) continue;
    if (listed && rules.readOnly && !rules.settings.has(token.name)) throw unacceptable(token.name, rules);
    checkSetting(token.name, assigned ? valueAt(tokens, i + 2) : undefined, rules);
  }
}

/** A number with a fraction is three tokens. */
function valueAt(tokens: readonly Token[], at: number): string {
  const fraction = isSign(tokens[at + 1], '.') ? `.${tokens[at + 2]?.name}` : '';
  return `${tokens[at]?.name}${fraction}`;
}

function checkSetting(name: string, value: string | undefined, rules: Rules): void {
  const known = rules.settings.has(name);
  if (!known && !rules.tableSettings.has(name)) return;
  const ofTables = rules.tableSettings.has(name) && isAllowedTableSetting(name);
  const allowed = (known && rules.accepted.test(name)) || (ofTables && !(known && rules.readOnly));
  if (!allowed) throw unacceptable(name, rules);
  const limit = rules.limits.get(name);
  if (limit !== undefined && !(Number(value) > 0 && Number(value) <= limit)) {
    throw constraint(`Setting ${name} must be between 1 and ${limit} here`);
  }
}

const unacceptable = (name: string, { accepted }: Rules): ClickHouseFault =>
  constraint(`Setting ${name} may not be changed here. Accepted are ${accepted.inWords}`);

const constraint = (message: string): ClickHouseFault =>
  new ClickHouseFault(452, 'SETTING_CONSTRAINT_VIOLATION', message, 403);

/** The same for the settings that come as URL parameters, where an unknown name is an error. */
export function checkRequestSettings(settings: ReadonlyMap<string, string>, rules: Rules): void {
  for (const [name, value] of settings) {
    if (!rules.settings.has(name)) {
      throw new ClickHouseFault(
        115,
        'UNKNOWN_SETTING',
        `Setting ${name} is neither a builtin setting nor a parameter`,
      );
    }
    checkSetting(name, value, rules);
  }
}
