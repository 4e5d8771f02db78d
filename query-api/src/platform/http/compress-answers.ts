import type { ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import { acceptsGzip } from './accepts-gzip.js';
import type { Middleware } from './middleware.js';

/** Below this an answer fits one packet either way. */
export const SMALLEST_BYTES = 1_400;
/** A list of 200 tokens takes 3 ms at this level, in another thread, and is a ninth of its size. */
const LEVEL = 4;
const TEXTS = /^(application\/(problem\+)?json|text\/html)\b/;

/**
 * Answers that are written in one piece go out compressed where the client takes it. Their ETag is a weak one, which says
 * that the content is the same, not its bytes. One that comes compressed stays as it is.
 */
export const compressAnswers: Middleware = (request, response, next) => {
  const end = response.end.bind(response) as (
    body?: unknown,
    encoding?: unknown,
    done?: unknown,
  ) => ServerResponse;
  response.end = ((body?: unknown, encoding?: unknown, done?: unknown) => {
    const isText = TEXTS.test(String(response.getHeader('Content-Type') ?? ''));
    const isDone = response.headersSent || response.hasHeader('Content-Encoding');
    if (!isText || isDone) return end(body, encoding, done);
    response.appendHeader('Vary', 'Accept-Encoding');
    const bytes = bytesOf(body, encoding);
    if (!bytes || bytes.length < SMALLEST_BYTES || request.method === 'HEAD' || !acceptsGzip(request))
      return end(body, encoding, done);
    gzip(bytes, { level: LEVEL }, (error, zipped) => {
      if (error) return void end(bytes, done);
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Content-Length', zipped.length);
      end(zipped, done);
    });
    return response;
  }) as typeof response.end;
  next();
};

function bytesOf(body: unknown, encoding: unknown): Buffer | null {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body !== 'string') return null;
  return Buffer.from(body, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
