import type { ServerResponse } from 'node:http';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const READS = new Set(['GET', 'HEAD']);

/** Everything here is read: other methods and request bodies are refused before a handler sees them. */
export function refuseMisuse(isKnown: (path: string) => boolean): Middleware {
  return (request, response, next) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (!READS.has(request.method ?? '')) {
      if (isKnown(path))
        return refuse(
          response,
          new ProblemError('method_not_allowed', `${request.method} is not allowed here: GET and HEAD are.`, {
            Allow: 'GET, HEAD',
          }),
        );
      return refuse(response, new ProblemError('not_found', `Nothing lives at ${path.slice(0, 200)}.`));
    }
    if (
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0
    )
      return refuse(response, new ProblemError('bad_request', 'A GET takes no request body.'));
    next();
  };
}

/** The body that may follow is not read: the connection closes after the answer. */
function refuse(response: ServerResponse, error: ProblemError): void {
  response.setHeader('Connection', 'close');
  sendProblem(response, error);
}
