import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { EngineSession } from './engine.js';
import { type ClickHouseFault, toFault } from './errors.js';

/** How long a client may leave a streamed result unread before its session is taken back. */
const STALLED_READER_MS = 60_000;

/** Level 1: on loopback, time matters more than bytes. */
const GZIP_LEVEL = 1;

/** Formats whose blocks can simply follow each other; the others carry headers or footers. */
const STREAMED = new Set(
  [
    'JSONEachRow',
    'JSONLines',
    'NDJSON',
    'JSONCompactEachRow',
    'JSONStringsEachRow',
    'JSONCompactStringsEachRow',
  ]
    .concat(['CSV', 'TSV', 'TabSeparated', 'TSVRaw', 'TabSeparatedRaw', 'RowBinary', 'Native'])
    .map((format) => format.toLowerCase()),
);

export const isStreamed = (format: string): boolean => STREAMED.has(format.toLowerCase());

/** The counters of X-ClickHouse-Summary, which are strings on the wire. */
export function summarise(startedAt: bigint, counts: Record<string, number>): string {
  const zero = { read_rows: 0, read_bytes: 0, written_rows: 0, written_bytes: 0, total_rows_to_read: 0 };
  const all = { ...zero, result_rows: 0, result_bytes: 0, ...counts };
  const text = Object.fromEntries(Object.entries(all).map(([name, count]) => [name, String(count)]));
  return JSON.stringify({ ...text, elapsed_ns: String(process.hrtime.bigint() - startedAt) });
}

function setFormat(response: ServerResponse, format: string): void {
  const lower = format.toLowerCase();
  let type = 'application/octet-stream';
  if (lower.startsWith('json') || lower === 'ndjson') type = 'application/json; charset=UTF-8';
  else if (lower.startsWith('csv')) type = 'text/csv; charset=UTF-8';
  else if (/^(tsv|tabseparated)/.test(lower)) type = 'text/tab-separated-values; charset=UTF-8';
  else if (/^(pretty|vertical|values|null|xml|markdown)/.test(lower)) type = 'text/plain; charset=UTF-8';
  response.setHeader('Content-Type', type);
  response.setHeader('X-ClickHouse-Format', format);
}

/** Sends a whole result. */
export async function sendResult(
  response: ServerResponse,
  bytes: Uint8Array,
  format: string,
  gzipped: boolean,
): Promise<void> {
  setFormat(response, format);
  const body = gzipped ? await promisify(gzip)(bytes, { level: GZIP_LEVEL }) : bytes;
  if (gzipped) response.setHeader('Content-Encoding', 'gzip');
  response.end(body);
}

/**
 * Sends a SELECT block by block, waiting for the reader. An error before the first block has its proper
 * status; a later one ends the body with ClickHouse's exception block and breaks the connection.
 */
export async function streamResult(
  response: ServerResponse,
  session: EngineSession,
  sql: string,
  format: string,
  gzipped: boolean,
): Promise<void> {
  const blocks = session.stream(sql, format);
  const first = await blocks.next();
  const tag = randomBytes(8).toString('hex');
  setFormat(response, format);
  response.setHeader('X-ClickHouse-Exception-Tag', tag);
  const out = gzipped ? packInto(response) : response;
  try {
    for (let block = first; !block.done; block = await blocks.next()) {
      if (response.destroyed) break;
      const bytes = block.value.raw();
      if (bytes.length > 0 && !out.write(bytes)) await drained(out, response);
    }
    out.end();
  } catch (error) {
    const fault = toFault(error);
    out.end(exceptionBlock(fault, tag), () => response.destroy());
  } finally {
    await blocks.return(undefined);
  }
}

function packInto(response: ServerResponse): Writable {
  response.setHeader('Content-Encoding', 'gzip');
  const packer = createGzip({ level: GZIP_LEVEL });
  packer.pipe(response);
  response.once('close', () => packer.destroy());
  return packer;
}

/** Resolves when the reader has caught up, or is gone or too slow and its connection is closed. */
async function drained(out: Writable, response: ServerResponse): Promise<void> {
  const done = new AbortController();
  const timer = setTimeout(() => response.destroy(), STALLED_READER_MS);
  const options = { signal: done.signal };
  await Promise.race([once(out, 'drain', options), once(response, 'close', options)]).catch(() => {});
  clearTimeout(timer);
  done.abort();
}

/** The layout that clients look for since ClickHouse 25.11; the length counts the message and its newline. */
function exceptionBlock(fault: ClickHouseFault, tag: string): string {
  const message = `${fault.wire}\n`;
  return `\r\n__exception__\r\n${tag}\r\n${message}${Buffer.byteLength(message)} ${tag}\r\n__exception__\r\n`;
}

export function sendFault(response: ServerResponse, fault: ClickHouseFault): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.removeHeader('Content-Encoding');
  response.writeHead(fault.status, {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(fault.code),
  });
  response.end(`${fault.wire}\n`);
}
