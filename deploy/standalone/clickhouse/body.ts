import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ClickHouseFault, notImplemented, tooLarge } from './errors.js';

/**
 * The request's body, unpacked. The request is left undestroyed when reading stops early, so that
 * a refusal can still be answered on its socket.
 */
export async function* readBody(request: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') throw notImplemented(`Content-Encoding ${encoding}`);
  const source: Readable = encoding === 'gzip' ? unpack(request) : request;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) yield chunk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new ClickHouseFault(354, 'ZLIB_INFLATE_FAILED', 'the body is not valid gzip', 400);
    }
    throw error;
  } finally {
    request.unpipe();
    request.resume();
  }
}

function unpack(request: IncomingMessage): Readable {
  const gunzip = createGunzip();
  // pipe() does not pass on that the client went away, and a half-sent body must not look complete.
  request.once('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
}

async function* limit(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge('the request body', maxBytes);
    yield chunk;
  }
}

/** @throws ClickHouseFault 307 beyond `maxBytes` */
export async function readText(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of limit(chunks, maxBytes)) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Keeps the rows of one INSERT in a private file while `work` runs: the engine would end inline data at
 * the first blank line, which binary formats and quoted texts contain.
 * @param folder private folder; the file's name never comes from a client
 * @throws ClickHouseFault 307 beyond `maxBytes`
 */
export async function withSpooled<Result>(
  folder: string,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  work: (file: string, bytes: number) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, randomUUID());
  try {
    const file = await open(path, 'wx', 0o600);
    let bytes = 0;
    try {
      for await (const chunk of limit(chunks, maxBytes)) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
    } finally {
      await file.close();
    }
    return await work(path, bytes);
  } finally {
    await rm(path, { force: true });
  }
}
