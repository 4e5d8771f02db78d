import type { ServerResponse } from 'node:http';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const READS = new Set(['GET', 'HEAD']);
const COMMANDS = new Set(['POST', 'PUT']);

/**
 * What no route takes is refused before a handler sees it: other methods, and bodies of what is read. `methodsAt` are the
 * methods of the routes at a path under /api, empty where nothing lives; `GET` elsewhere, where the page is.
 */
export function refuseMisuse(methodsAt: (path: string) => ReadonlySet<string>): Middleware {
  return (request, response, next) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    // Everything here goes by the path that is written, as `http://site/api/live` is read by Express alone.
    if (path !== request.path) return refuse(response, nothingAt(path));
    const methods = methodsAt(path);
    const { method = '' } = request;
    if (COMMANDS.has(method) && methods.has(method)) return next();
    const isRead = READS.has(method);
    if (!isRead || (methods.size > 0 && !methods.has('GET'))) {
      const allowed = [...methods].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
      if (allowed.length > 0)
        return refuse(
          response,
          new ProblemError(
            'method_not_allowed',
            `${method} is not allowed here: ${allowed.join(' and ')} ${allowed.length > 1 ? 'are' : 'is'}.`,
            { Allow: allowed.join(', ') },
          ),
        );
      return refuse(response, nothingAt(path));
    }
    if (
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0
    )
      return refuse(response, new ProblemError('bad_request', 'A GET takes no request body.'));
    next();
  };
}

const nothingAt = (path: string) => new ProblemError('not_found', `Nothing lives at ${path.slice(0, 200)}.`);

/** The body that may follow is not read: the connection closes after the answer. */
function refuse(response: ServerResponse, error: ProblemError): void {
  response.setHeader('Connection', 'close');
  sendProblem(response, error);
}
