import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ANALYST_LIMITS, EXPORT_LIMITS } from '@cryptonite/stores/clickhouse/analyst-limits.js';
import { HARMLESS_IN_WORDS, isHarmlessSetting } from './allowed.js';
import { ANALYST_BOUNDS } from './bounds.js';
import { composeQuery } from './compose.js';
import { accessDenied, ClickHouseFault, notImplemented, toFault, tooLarge } from './errors.js';
import type { Rules } from './guard.js';
import { HeldAnswers } from './held-answers.js';
import { type Port, prepare } from './prepare.js';
import { isStreamed, sendFile, sendWhole, summarise } from './respond.js';
import type { StoreLink } from './store-link.js';

// The analysts' port, but for running statements: in a process of its own, so that what an analyst sends costs the others nothing.

/** How long a reader may take over the file, which nobody else can export until then. */
const MAX_EXPORT_SEND_MS = 300_000;

/**
 * An answer is held whole until it is read, without its session, and written in a format it may be longer than its result.
 * One that the engine gives in one piece (JSON, Parquet) is counted when it is there.
 */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;
const MAX_ANSWERS_BYTES = 512 * 1024 ** 2;

/** Answers analysts with what `store` runs for them. @param spoolFolder where the store writes exports */
export class Analysts {
  private readonly answers = new HeldAnswers(MAX_ANSWERS_BYTES, MAX_ANSWER_BYTES);
  private readonly port: Port;

  constructor(
    private readonly store: StoreLink,
    private readonly spoolFolder: string,
    known: Pick<Rules, 'tableFunctions' | 'settings' | 'tableSettings'>,
  ) {
    this.port = {
      rules: {
        ...known,
        readOnly: true,
        accepted: { test: isHarmlessSetting, inWords: HARMLESS_IN_WORDS },
        limits: new Map(Object.entries(ANALYST_LIMITS)),
      },
      bounds: ANALYST_BOUNDS,
      // A parameter is at most twice as long on its way as in its place.
      maxTextBytes: 2 * ANALYST_BOUNDS.bytes,
      exportLimits: new Map(Object.entries(EXPORT_LIMITS)),
    };
  }

  /** Runs the one statement of a request and answers it, whole or not at all. @throws ClickHouseFault */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = process.hrtime.bigint();
    const { options, statement, format, isSelect } = await prepare(this.port, request, response);
    if (statement.kind !== 'query') throw accessDenied('INSERT is not allowed here');
    const { settings, database, gzipResponse } = options;
    const sql = composeQuery(statement, settings, format);
    const { max_query_size } = ANALYST_LIMITS;
    if (Buffer.byteLength(sql) > max_query_size)
      throw tooLarge('the statement with its settings', max_query_size);
    if (options.isExport) {
      if (!isSelect) throw notImplemented('an export of what is no SELECT');
      const send = (file: string, written: string) =>
        sendFile(response, join(this.spoolFolder, file), written, gzipResponse, MAX_EXPORT_SEND_MS);
      return this.store
        .export({ query: statement, settings, database, format }, response, send)
        .catch((error: unknown) => {
          throw withWayOut(toFault(error), 'Nothing was sent. Take it in parts, by time or by mint');
        });
    }
    const asked = { database, sql, format, isStreamed: isSelect && isStreamed(format) };
    await this.answers
      .use(async (hold) => {
        const { blocks, waitedMs, rowsRead } = await this.store.run(asked, response, hold);
        if (waitedMs > 0) response.setHeader('X-Queued-Ms', waitedMs);
        if (!asked.isStreamed)
          response.setHeader(
            'X-ClickHouse-Summary',
            summarise(startedAt, { read_rows: rowsRead, result_rows: rowsRead }),
          );
        if (!response.destroyed) await sendWhole(response, blocks, format, gzipResponse);
      })
      .catch((error: unknown) => {
        throw withWayOut(toFault(error), WAY_OUT);
      });
  }
}

const WAY_OUT =
  'Nothing was sent. An export has all rows: add export=1 to the URL and FORMAT Parquet or CSVWithNames to the statement';

/** Too many rows or bytes: the error says how to get them all. */
const withWayOut = ({ code, type, message, status }: ClickHouseFault, wayOut: string): ClickHouseFault =>
  type === 'TOO_MANY_ROWS_OR_BYTES'
    ? new ClickHouseFault(code, type, `${message} ${wayOut}`, 413)
    : new ClickHouseFault(code, type, message, status);
