import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Bounds } from './bounds.js';
import { accessDenied, notImplemented } from './errors.js';
import { checkRequestSettings, checkStatement, type Rules } from './guard.js';
import { bindParameters } from './parameters.js';
import { type RequestOptions, readOptions, readSql } from './request.js';
import { beginsWithInsert, parseStatement, readStatement, type Statement } from './statement.js';
import { withoutPaths } from './system-tables.js';
import { adoptUsualSettings } from './usual-settings.js';

/** What one port takes. */
export interface Port {
  rules: Rules;
  bounds: Bounds;
  /** Of a statement with its inline data, or with its parameters. */
  maxTextBytes: number;
  /** Analysts' alone, who have limits: those of an export. */
  exportLimits?: Rules['limits'];
}

/** A request whose one statement was read, bound and found to be allowed. */
export interface Prepared {
  options: RequestOptions;
  rules: Rules;
  statement: Statement;
  /** Of its answer. */
  format: string;
  isSelect: boolean;
  /** Rows behind the statement, and whether the body goes on with them. */
  data: string;
  goesOn: boolean;
}

/** Reads the one statement of a request. @throws ClickHouseFault for one that the port does not take */
export async function prepare(
  port: Port,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Prepared> {
  const { bounds, exportLimits } = port;
  const options = readOptions(request, exportLimits !== undefined);
  response.setHeader('X-ClickHouse-Query-Id', options.queryId);
  if (options.database.toLowerCase() === 'system')
    throw accessDenied('system cannot be the current database here: name its tables as system.<table>');
  if (exportLimits) adoptUsualSettings(options.settings);
  if (options.isExport && !exportLimits) throw notImplemented('an export at this port');
  const ofPort = options.isExport && exportLimits ? { ...port.rules, limits: exportLimits } : port.rules;
  // A GET is what links and pictures on any web page can send, so it never changes anything.
  const rules = request.method === 'GET' ? { ...ofPort, readOnly: true } : ofPort;
  checkRequestSettings(options.settings, rules);

  const inUrl =
    options.query !== undefined && beginsWithInsert(options.query)
      ? readStatement(options.query, bounds)
      : undefined;
  const goesOn = inUrl?.data !== undefined;
  const read =
    inUrl && goesOn ? inUrl : readStatement(await readWhole(request, options, port.maxTextBytes), bounds);
  const text = withoutPaths(bindParameters(read, options.parameters, bounds), bounds);
  const statement = parseStatement(text);
  checkStatement(text.tokens, rules);
  const isQuery = statement.kind === 'query';
  return {
    options,
    rules,
    statement,
    format: (isQuery ? statement.format : undefined) ?? options.defaultFormat,
    isSelect: isQuery && /^(SELECT|WITH)$/.test(statement.verb),
    data: read.data ?? '',
    goesOn,
  };
}

/** The statement from the body, behind what the URL holds of it. */
async function readWhole(
  request: IncomingMessage,
  options: RequestOptions,
  maxBytes: number,
): Promise<string> {
  const body = await readSql(request, options, maxBytes);
  return options.query === undefined ? body : `${options.query}\n${body}`;
}
