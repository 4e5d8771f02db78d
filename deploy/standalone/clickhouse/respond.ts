import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { EngineSession } from './engine.js';
import { type ClickHouseFault, COME_AGAIN_S, toFault } from './errors.js';

/** How long a client may leave a streamed result unread before its session is taken back. */
const STALLED_READER_MS = 60_000;

/** How long a reader may take over an answer, which is in memory until then. */
const MAX_SEND_MS = 60_000;

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

/**
 * Sends a SELECT block by block, waiting for the reader. An error before the first block has its proper
 * status; a later one puts ClickHouse's exception block last into the body and breaks the transfer off.
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
    finish(out, response, () => response.end());
  } catch (error) {
    out.write(exceptionBlock(toFault(error), tag));
    finish(out, response, () => breakOff(response));
  } finally {
    await blocks.return(undefined);
  }
}

/** Sends a whole answer. @throws Error when its reader is gone, or did not take it in time */
export async function sendWhole(
  response: ServerResponse,
  blocks: readonly Uint8Array[],
  format: string,
  gzipped: boolean,
): Promise<void> {
  const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
  await send(response, Readable.from(blocks), bytes, format, gzipped, MAX_SEND_MS);
}

/** Sends a file as it is read. @throws Error when its reader is gone, or did not take it within `maxSendMs` */
export async function sendFile(
  response: ServerResponse,
  file: string,
  format: string,
  gzipped: boolean,
  maxSendMs: number,
): Promise<void> {
  await send(response, createReadStream(file), (await stat(file)).size, format, gzipped, maxSendMs);
}

/** Cuts off who takes nothing for a while, and who takes a little all the time but not all of it in time. */
async function send(
  response: ServerResponse,
  source: Readable,
  bytes: number,
  format: string,
  gzipped: boolean,
  maxSendMs: number,
): Promise<void> {
  setFormat(response, format);
  response.setTimeout(STALLED_READER_MS, () => response.destroy());
  const deadline = { signal: AbortSignal.timeout(maxSendMs) };
  if (gzipped) {
    response.setHeader('Content-Encoding', 'gzip');
    await pipeline(source, createGzip({ level: GZIP_LEVEL }), response, deadline);
  } else {
    response.setHeader('Content-Length', bytes);
    await pipeline(source, response, deadline);
  }
}

/** An answer whose status is out already: the transfer ends without its end, and no client takes it for whole. */
function breakOff(response: ServerResponse): void {
  // What was written goes out with this turn of the event loop.
  setImmediate(() => response.socket?.end(() => response.destroy()));
}

function packInto(response: ServerResponse): Writable {
  response.setHeader('Content-Encoding', 'gzip');
  const packer = createGzip({ level: GZIP_LEVEL });
  packer.pipe(response, { end: false });
  response.once('close', () => packer.destroy());
  return packer;
}

/** Runs `then` once the response has all that was written to `out`. */
function finish(out: Writable, response: ServerResponse, then: () => void): void {
  if (out === response) then();
  else out.once('end', then).end();
}

/** Resolves when the reader has caught up, or is gone or too slow and its connection is closed. */
export async function drained(out: Writable, response: Writable): Promise<void> {
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
    ...(fault.status === 503 && { 'Retry-After': COME_AGAIN_S }),
  });
  response.end(`${fault.wire}\n`);
}
