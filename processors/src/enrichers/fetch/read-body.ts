import { promisify } from 'node:util';
import { brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { FetchFailed } from './fetch-failed.js';

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;
const gunzipped = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzipped],
  ['x-gzip', gunzipped],
  ['br', promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress)],
]);
export const ACCEPT_ENCODING = 'gzip, br';

/** Ends a connection of whose answer no more is read. */
export const drop = (body: Dispatcher.ResponseData['body']): void => {
  body.on('error', () => {}).destroy();
};

/** The answer's bytes; never are more than `maxBytes` held, as they come or unpacked, whatever length it states. */
export async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  host: string,
): Promise<Buffer> {
  const tooLarge = () => new FetchFailed('too-large', `${host}: more than ${maxBytes} bytes`);
  if (Number(headers['content-length']) > maxBytes) {
    drop(body);
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '' || length === 0) return bytes;
  const decode = DECODERS.get(encoding);
  if (decode === undefined) throw new FetchFailed('wrong-type', `${host}: packed as nobody asked for`);
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    if (code === 'Z_BUF_ERROR') throw new FetchFailed('cut', `${host}: what is packed ends too soon`);
    throw new FetchFailed('unreadable', `${host}: cannot be unpacked`);
  }
}
