import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { readBody, readText, withSpooled } from './body.js';
import { composeDataInsert, composeQuery, composeSelectInsert } from './compose.js';
import type { EngineSession } from './engine.js';
import { ClickHouseFault, toFault } from './errors.js';
import { checkExpressions, type Rules } from './guard.js';
import { bindParameters } from './parameters.js';
import { type Port, prepare } from './prepare.js';
import type { RequestOptions } from './request.js';
import { isStreamed, sendWhole, streamResult, summarise } from './respond.js';
import type { SessionPool } from './session-pool.js';
import type { DataInsert } from './statement.js';
import { withoutPaths } from './system-tables.js';
import type { Text } from './text.js';
import { tokenise } from './tokens.js';

/** What one port serves statements with. */
export interface Backend extends Port {
  pool: SessionPool<EngineSession>;
  spoolFolder: string;
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
  const { options, rules, statement, format, isSelect, data, goesOn } = await prepare(
    backend,
    request,
    response,
  );
  if (statement.kind === 'data insert') {
    const rest = goesOn ? readBody(request) : undefined;
    const rows = await insertRows(backend, options, statement, joinData(data, rest), rules);
    response.setHeader('X-ClickHouse-Summary', summarise(startedAt, rows));
    response.end();
    return;
  }
  /** The answer, to be sent when the session is back; nothing where it was sent as it came. */
  const answer = await backend.pool.use(async (session, waitedMs): Promise<Uint8Array | undefined> => {
    if (response.destroyed) return;
    if (waitedMs > 0) response.setHeader('X-Queued-Ms', waitedMs);
    await session.enter(options.database);
    const sql =
      statement.kind === 'query'
        ? composeQuery(statement, options.settings, format)
        : composeSelectInsert(statement, options.settings);
    if (isSelect && isStreamed(format)) {
      await streamResult(response, session, sql, format, options.gzipResponse);
      return;
    }
    const result = await session.run(sql, format);
    const rows = { [statement.kind === 'query' ? 'read_rows' : 'written_rows']: result.rowsRead };
    response.setHeader(
      'X-ClickHouse-Summary',
      summarise(startedAt, { ...rows, result_rows: result.rowsRead }),
    );
    return result.bytes();
  });
  if (answer && !response.destroyed) await sendWhole(response, [answer], format, options.gzipResponse);
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
