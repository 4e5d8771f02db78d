import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { readBody, readText, withSpooled } from './body.js';
import type { Bounds } from './bounds.js';
import { composeDataInsert, composeQuery, composeSelectInsert } from './compose.js';
import type { EngineSession } from './engine.js';
import { accessDenied, ClickHouseFault, notImplemented, toFault } from './errors.js';
import type { Exporter } from './exporter.js';
import { checkExpressions, checkRequestSettings, checkStatement, type Rules } from './guard.js';
import type { HeldAnswers } from './held-answers.js';
import { bindParameters } from './parameters.js';
import { type RequestOptions, readOptions, readSql } from './request.js';
import { collect, isStreamed, sendWhole, streamResult, summarise } from './respond.js';
import type { SessionPool } from './session-pool.js';
import { beginsWithInsert, type DataInsert, parseStatement, readStatement } from './statement.js';
import { withoutPaths } from './system-tables.js';
import type { Text } from './text.js';
import { tokenise } from './tokens.js';
import { adoptUsualSettings } from './usual-settings.js';

/** What one port serves statements with. */
export interface Backend {
  pool: SessionPool<EngineSession>;
  rules: Rules;
  bounds: Bounds;
  /** Of a statement with its inline data, or with its parameters. */
  maxTextBytes: number;
  spoolFolder: string;
  /** Where readers have limits: how they get more than those. Their other answers are sent when they are whole. */
  exports?: { exporter: Exporter; limits: Rules['limits']; answers: HeldAnswers };
}

/** An INSERT's body goes to a file. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;

/** Runs the one statement of a request and answers it. @throws ClickHouseFault */
export async function execute(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = process.hrtime.bigint();
  const options = readOptions(request, backend.exports !== undefined);
  response.setHeader('X-ClickHouse-Query-Id', options.queryId);
  if (options.database.toLowerCase() === 'system')
    throw accessDenied('system cannot be the current database here: name its tables as system.<table>');
  const { exports } = backend;
  if (exports) adoptUsualSettings(options.settings);
  if (options.isExport && !exports) throw notImplemented('an export at this port');
  const ofPort = options.isExport && exports ? { ...backend.rules, limits: exports.limits } : backend.rules;
  // A GET is what links and pictures on any web page can send, so it never changes anything.
  const rules = request.method === 'GET' ? { ...ofPort, readOnly: true } : ofPort;
  checkRequestSettings(options.settings, rules);

  const { bounds } = backend;
  const inUrl =
    options.query !== undefined && beginsWithInsert(options.query)
      ? readStatement(options.query, bounds)
      : undefined;
  const read =
    inUrl?.data === undefined ? readStatement(await readWhole(request, options, backend), bounds) : inUrl;
  const text = withoutPaths(bindParameters(read, options.parameters, bounds), bounds);
  const statement = parseStatement(text);
  checkStatement(text.tokens, rules);

  if (statement.kind === 'data insert') {
    const rest = inUrl?.data === undefined ? undefined : readBody(request);
    const rows = await insertRows(backend, options, statement, joinData(read.data ?? '', rest), rules);
    response.setHeader('X-ClickHouse-Summary', summarise(startedAt, rows));
    response.end();
    return;
  }
  const format = (statement.kind === 'query' ? statement.format : undefined) ?? options.defaultFormat;
  const isSelect = statement.kind === 'query' && /^(SELECT|WITH)$/.test(statement.verb);
  if (options.isExport && exports) {
    if (!isSelect) throw notImplemented('an export of what is no SELECT');
    const { settings, database, gzipResponse: gzipped } = options;
    return exports.exporter
      .send(response, { query: statement, settings, database, format, gzipped })
      .catch((error: unknown) => {
        throw withWayOut(toFault(error), 'Nothing was sent. Take it in parts, by time or by mint');
      });
  }
  /** The answer, to be sent when the session is back; nothing where it was sent as it came. */
  const run = (hold?: (bytes: number) => void) =>
    backend.pool.use(async (session, waitedMs): Promise<Uint8Array[] | undefined> => {
      if (response.destroyed) return;
      if (waitedMs > 0) response.setHeader('X-Queued-Ms', waitedMs);
      await session.enter(options.database);
      const sql =
        statement.kind === 'query'
          ? composeQuery(statement, options.settings, format)
          : composeSelectInsert(statement, options.settings);
      if (isSelect && isStreamed(format)) {
        if (hold) return collect(session, sql, format, response, hold);
        await streamResult(response, session, sql, format, options.gzipResponse);
        return;
      }
      const result = await session.run(sql, format);
      const rows = { [statement.kind === 'query' ? 'read_rows' : 'written_rows']: result.rowsRead };
      response.setHeader(
        'X-ClickHouse-Summary',
        summarise(startedAt, { ...rows, result_rows: result.rowsRead }),
      );
      const bytes = result.bytes();
      hold?.(bytes.length);
      return [bytes];
    });
  const answer = async (hold?: (bytes: number) => void) => {
    const blocks = await run(hold);
    if (blocks && !response.destroyed) await sendWhole(response, blocks, format, options.gzipResponse);
  };
  if (!exports) return answer();
  await exports.answers.use(answer).catch((error: unknown) => {
    throw withWayOut(toFault(error), WAY_OUT);
  });
}

const WAY_OUT =
  'Nothing was sent. An export has all rows: add export=1 to the URL and FORMAT Parquet or CSVWithNames to the statement';

/** Too many rows or bytes: the error says how to get them all. */
const withWayOut = ({ code, type, message, status }: ClickHouseFault, wayOut: string): ClickHouseFault =>
  type === 'TOO_MANY_ROWS_OR_BYTES'
    ? new ClickHouseFault(code, type, `${message} ${wayOut}`, 413)
    : new ClickHouseFault(code, type, message, status);

/** The statement from the body, behind what the URL holds of it. */
async function readWhole(
  request: IncomingMessage,
  options: RequestOptions,
  { maxTextBytes }: Backend,
): Promise<string> {
  const body = await readSql(request, options, maxTextBytes);
  return options.query === undefined ? body : `${options.query}\n${body}`;
}

async function* joinData(inline: string, rest: AsyncIterable<Buffer> | undefined): AsyncGenerator<Buffer> {
  if (inline) yield Buffer.from(inline);
  if (!rest) return;
  if (inline) yield Buffer.from('\n');
  yield* rest;
}

/** One client INSERT is one engine INSERT: a split one would be deduplicated against itself under its token. */
async function insertRows(
  backend: Backend,
  options: RequestOptions,
  insert: DataInsert,
  data: AsyncIterable<Buffer>,
  rules: Rules,
): Promise<Record<string, number>> {
  const source =
    insert.format.toLowerCase() === 'values' ? checkedValues(backend, data, options, rules) : data;
  return withSpooled(backend.spoolFolder, source, MAX_BODY_BYTES, (file, bytes) =>
    backend.pool.use(async (session) => {
      await session.enter(options.database);
      try {
        const { rowsRead } = await session.run(composeDataInsert(insert, options.settings, file), 'Null');
        return { written_rows: rowsRead, written_bytes: bytes, result_rows: rowsRead };
      } catch (error) {
        throw hideFile(toFault(error), file);
      }
    }),
  );
}

/** `VALUES` holds expressions, subqueries included, so it is checked like the statement itself. */
async function* checkedValues(
  backend: Backend,
  data: AsyncIterable<Buffer>,
  options: RequestOptions,
  rules: Rules,
): AsyncGenerator<Buffer> {
  const sql = await readText(data, backend.maxTextBytes);
  const { parameters } = options;
  const given: Text = { sql, tokens: [...tokenise(sql)] };
  const text = withoutPaths(bindParameters(given, parameters, backend.bounds), backend.bounds);
  checkExpressions(text.tokens, rules);
  yield Buffer.from(text.sql);
}

const hideFile = (fault: ClickHouseFault, file: string): ClickHouseFault =>
  new ClickHouseFault(
    fault.code,
    fault.type,
    // The engine's session has left out the folder already.
    fault.message.replace(new RegExp(`[^\\s'"]*${basename(file)}`, 'g'), 'the request body'),
    fault.status,
  );
