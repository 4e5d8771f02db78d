import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HTTP_ONLY } from './allowed.js';
import { readBody, readText } from './body.js';
import { checkFormat } from './compose.js';
import { ClickHouseFault, notImplemented } from './errors.js';

/** What a ClickHouse HTTP request says beside its body. */
export interface RequestOptions {
  queryId: string;
  /** The statement, when it is in the URL; otherwise the body holds it. */
  query: string | undefined;
  database: string;
  defaultFormat: string;
  gzipResponse: boolean;
  /** The whole result by way of a file, beyond the limits of an answer. */
  isExport: boolean;
  parameters: Map<string, string>;
  settings: Map<string, string>;
}

const NOT_SERVED = new Set([
  'session_id',
  'session_timeout',
  'session_check',
  'role',
  'compress',
  'decompress',
]);
const CREDENTIALS = new Set(['user', 'password', 'quota_key']);

/** Of a session that keeps nothing: readers may make no temporary table and set nothing that lasts. */
const OF_SESSIONS = new Set(['session_id', 'session_timeout']);

/**
 * @param keepsNothing that the port has nothing to keep in a session, so that naming one makes no difference
 * @throws ClickHouseFault 48 for a feature of the interface that this server lacks
 */
export function readOptions(request: IncomingMessage, keepsNothing: boolean): RequestOptions {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const options: RequestOptions = {
    queryId: searchParams.get('query_id') || randomUUID(),
    query: searchParams.get('query') ?? undefined,
    database:
      searchParams.get('database') || String(request.headers['x-clickhouse-database'] ?? '') || 'default',
    defaultFormat: checkFormat(searchParams.get('default_format') || 'TabSeparated'),
    gzipResponse: acceptsGzip && searchParams.get('enable_http_compression') === '1',
    isExport: readFlag(searchParams, 'export'),
    parameters: new Map(),
    settings: new Map(),
  };
  for (const [name, value] of searchParams)
    if (!(keepsNothing && OF_SESSIONS.has(name))) readOption(options, name, value);
  return options;
}

const READ_ABOVE = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'enable_http_compression',
  'export',
]);

function readFlag(search: URLSearchParams, name: string): boolean {
  const value = search.get(name) ?? '0';
  if (value !== '0' && value !== '1')
    throw new ClickHouseFault(36, 'BAD_ARGUMENTS', `URL parameter ${name} is 1 or 0, not ${value}`);
  return value === '1';
}

function readOption(options: RequestOptions, name: string, value: string): void {
  if (READ_ABOVE.has(name) || HTTP_ONLY.has(name)) return;
  if (name.startsWith('param_')) {
    options.parameters.set(name.slice('param_'.length), value);
  } else if (CREDENTIALS.has(name)) {
    throw new ClickHouseFault(
      516,
      'AUTHENTICATION_FAILED',
      'credentials belong into headers, not into the URL',
    );
  } else if (NOT_SERVED.has(name)) {
    throw notImplemented(`URL parameter ${name} is not supported`);
  } else {
    options.settings.set(name, value);
  }
}

/**
 * Reads the statement out of the body; a form (`use_multipart_params`) brings its parameters along.
 * @param maxBytes of the statement with its inline data
 */
export async function readSql(
  request: IncomingMessage,
  options: RequestOptions,
  maxBytes: number,
): Promise<string> {
  const contentType = request.headers['content-type'] ?? '';
  const text = await readText(readBody(request), maxBytes);
  if (!contentType.startsWith('multipart/form-data')) return text;
  const form = await new Response(text, { headers: { 'content-type': contentType } }).formData();
  for (const [name, value] of form) {
    if (name.startsWith('param_')) options.parameters.set(name.slice('param_'.length), String(value));
    else if (name !== 'query') throw notImplemented(`form field ${name} is not supported`);
  }
  return String(form.get('query') ?? '');
}
