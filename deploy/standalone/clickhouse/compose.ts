import { ClickHouseFault } from './errors.js';
import type { DataInsert, Query, SelectInsert, Settings } from './statement.js';
import { quoteString } from './tokens.js';

/**
 * A request's settings become part of its statement and are gone with it: a session is shared, and a
 * `SET` would reach the next request. Where a statement names a setting itself, its own value comes last
 * and wins, as on a ClickHouse server.
 */
function settingsClause(fromRequest: Settings, ownList: string): string {
  const list = [...fromRequest].map(([name, value]) => `${name} = ${quoteString(value)}`);
  if (ownList) list.push(ownList);
  return list.length === 0 ? '' : `\nSETTINGS ${list.join(', ')}`;
}

/**
 * A format's name goes into the statement behind its check, so it must not be able to carry anything else.
 * @throws ClickHouseFault 73
 */
export function checkFormat(format: string): string {
  if (!/^\w+$/.test(format)) throw new ClickHouseFault(73, 'UNKNOWN_FORMAT', `Unknown format ${format}`);
  return format;
}

/** `INSERT … FROM INFILE` over the spooled body: the whole body is one engine INSERT. */
export const composeDataInsert = (insert: DataInsert, settings: Settings, file: string): string =>
  `${insert.target}\nFROM INFILE ${quoteString(file)} COMPRESSION 'none'` +
  `${settingsClause(settings, insert.settings)}\nFORMAT ${checkFormat(insert.format)}`;

export const composeSelectInsert = (insert: SelectInsert, settings: Settings): string =>
  `${insert.target}${settingsClause(settings, insert.settings)}\n${insert.source}`;

/** These take a SETTINGS clause but no FORMAT. */
const WITHOUT_FORMAT = new Set(['DELETE', 'UPDATE']);

export function composeQuery(query: Query, settings: Settings, format: string): string {
  const clause = settingsClause(settings, query.tailSettings);
  if (WITHOUT_FORMAT.has(query.verb)) return query.body + clause;
  if (!clause && query.format === undefined) return query.body;
  return `${query.body}\nFORMAT ${checkFormat(format)}${clause}`;
}

/** The whole result of a SELECT into a private file, whose name never comes from a client. */
export const composeExport = (query: Query, settings: Settings, format: string, file: string): string =>
  `${query.body}\nINTO OUTFILE ${quoteString(file)} COMPRESSION 'none'` +
  `\nFORMAT ${checkFormat(format)}${settingsClause(settings, query.tailSettings)}`;
