import type { IncomingMessage } from 'node:http';
import { acceptsGzip } from '../../platform/http/accepts-gzip.js';
import type { Ahead } from '../../platform/http/answer-ahead.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { SecurityHeaders } from '../../platform/http/security-headers.js';
import { networksOf } from '../../platform/http/visitor-address.js';
import type { ListAnswers } from './list-answers.js';

const HEADERS = {
  'Cache-Control': 'no-cache',
  'Content-Type': 'application/json; charset=utf-8',
  Vary: 'Accept-Encoding',
};

/** A client that holds an answer is told by the framework whether it still stands; a GET with a body is refused there. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['if-none-match'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/**
 * Answers a list whose URL was answered before and whose bytes are there, with the same status, headers and body
 * as the list's controller. Whatever else is asked, or is to be refused, goes the way of every request.
 *
 * @param limit what the rate of all others is counted by too; a refused request takes nothing from it
 * @param isStrange whether it is to be refused for where it comes from
 * @param security what every answer carries
 */
export const answerAgain = (
  answers: ListAnswers,
  limit: RateLimit,
  isStrange: (request: IncomingMessage) => boolean,
  security: SecurityHeaders,
): Ahead => {
  const headers = { ...security, ...HEADERS };
  return (request, response) => {
    if (!isPlain(request) || !acceptsGzip(request)) return false;
    if (isStrange(request)) return false;
    const answer = answers.again(request.url ?? '');
    const bytes = answer?.bytesNow;
    if (!answer || !bytes) return false;
    // Last, as what goes on to the framework is counted there.
    if (limit.take(networksOf(request), Date.now()) > 0) return false;
    response
      .writeHead(200, {
        ...headers,
        ...(answer.isShort ? null : { 'Content-Encoding': 'gzip' }),
        ETag: answer.etag,
        'Content-Length': bytes.length,
      })
      .end(bytes);
    return true;
  };
};
