import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, readText, withSpooled } from './body.js';
import { composeDataInsert, composeQuery, composeSelectInsert } from './compose.js';
import type { EngineSession } from './engine.js';
import { ClickHouseFault, toFault } from './errors.js';
import { checkExpressions, checkRequestSettings, checkStatement, type Rules } from './guard.js';
import { bindParameters } from './parameters.js';
import { type RequestOptions, readOptions, readStatement } from './request.js';
import { isStreamed, sendResult, streamResult, summarise } from './respond.js';
import type { SessionPool } from './session-pool.js';
import { type DataInsert, parseStatement, splitInlineData } from './statement.js';
import { tokenise } from './tokens.js';

/** What one port serves statements with. */
export interface Backend {
  pool: SessionPool<EngineSession>;
  rules: Rules;
  spoolFolder: string;
}

/** A statement with its inline data is held in memory, an INSERT's body goes to a file. */
export const MAX_STATEMENT_BYTES = 8 * 1024 * 1024;
const MAX_BODY_BYTES = 512 * 1024 * 1024;

/** Runs the one statement of a request and answers it. @throws ClickHouseFault */
export async function execute(
  backend: Backend,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = process.hrtime.bigint();
  const options = readOptions(request);
  response.setHeader('X-ClickHouse-Query-Id', options.queryId);
  // A GET is what links and pictures on any web page can send, so it never changes anything.
  const rules = request.method === 'GET' ? { ...backend.rules, readOnly: true } : backend.rules;
  checkRequestSettings(options.settings, rules);

  const inUrl = options.query === undefined ? undefined : splitInlineData(options.query);
  const { sql: unbound, data } = inUrl?.data === undefined ? await readWhole(request, options) : inUrl;
  const { statement, tokens } = parseStatement(bindParameters(unbound, options.parameters));
  checkStatement(tokens, rules);

  if (statement.kind === 'data insert') {
    const rest = inUrl?.data === undefined ? undefined : readBody(request);
    const rows = await insertRows(backend, options, statement, joinData(data ?? '', rest), rules);
    response.setHeader('X-ClickHouse-Summary', summarise(startedAt, rows));
    response.end();
    return;
  }
  await backend.pool.use(async (session) => {
    if (response.destroyed) return;
    await session.enter(options.database);
    const format = (statement.kind === 'query' ? statement.format : undefined) ?? options.defaultFormat;
    const sql =
      statement.kind === 'query'
        ? composeQuery(statement, options.settings, format)
        : composeSelectInsert(statement, options.settings);
    if (statement.kind === 'query' && /^(SELECT|WITH)$/.test(statement.verb) && isStreamed(format)) {
      return streamResult(response, session, sql, format, options.gzipResponse);
    }
    const result = await session.run(sql, format);
    const rows = { [statement.kind === 'query' ? 'read_rows' : 'written_rows']: result.rowsRead };
    response.setHeader(
      'X-ClickHouse-Summary',
      summarise(startedAt, { ...rows, result_rows: result.rowsRead }),
    );
    await sendResult(response, result.bytes(), format, options.gzipResponse);
  });
}

/** The statement from the body, behind what the URL holds of it. */
async function readWhole(
  request: IncomingMessage,
  options: RequestOptions,
): Promise<{ sql: string; data: string | undefined }> {
  const body = await readStatement(request, options, MAX_STATEMENT_BYTES);
  return splitInlineData(options.query === undefined ? body : `${options.query}\n${body}`);
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
  const source = insert.format.toLowerCase() === 'values' ? checkedValues(data, options, rules) : data;
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
  data: AsyncIterable<Buffer>,
  options: RequestOptions,
  rules: Rules,
): AsyncGenerator<Buffer> {
  const text = bindParameters(await readText(data, MAX_STATEMENT_BYTES), options.parameters);
  checkExpressions([...tokenise(text)], rules);
  yield Buffer.from(text);
}

const hideFile = (fault: ClickHouseFault, file: string): ClickHouseFault =>
  new ClickHouseFault(
    fault.code,
    fault.type,
    fault.message.replaceAll(file, 'the request body'),
    fault.status,
  );
