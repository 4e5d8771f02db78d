import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Middleware } from './middleware.js';
import { RateLimit } from './rate-limit.js';
import { requestIdOf } from './request-id.js';

/** Who sends what fails, over and over, pushes no older line out of the log. */
const LINES_PER_SECOND = 20;
const LINES_AT_ONCE = 200;

/**
 * One line of JSON for every command, and for every other request that failed: when and how it ended, and by which of the routes.
 * Nothing of what was asked is in it: no path as it came, no query, no body, no header, so no address of a wallet and no secret.
 * `leftOut` counts the lines since the one before that were too many.
 *
 * @param routeOf the route at a method and path, with what stands for anything in braces; null where there is none
 */
export function logRequests(
  routeOf: (method: string, path: string) => string | null,
  say: (line: string) => void,
): Middleware {
  const lines = new RateLimit(LINES_PER_SECOND, LINES_AT_ONCE);
  let leftOut = 0;
  const log = (request: IncomingMessage, response: ServerResponse, beganMs: number, path: string) => {
    const { method = '' } = request;
    // One that breaks off before its answer is whole has no status.
    const status = response.writableFinished ? response.statusCode : null;
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && (status === null || status < 400)) return;
    const nowMs = Date.now();
    if (lines.take('all', nowMs) > 0) {
      leftOut += 1;
      return;
    }
    say(
      JSON.stringify({
        time: new Date(nowMs).toISOString(),
        id: requestIdOf(request),
        method,
        route: routeOf(method, path),
        status,
        ms: Math.round((performance.now() - beganMs) * 10) / 10,
        ...(leftOut > 0 && { leftOut }),
      }),
    );
    leftOut = 0;
  };
  return (request, response, next) => {
    const beganMs = performance.now();
    // What handles a part of the paths takes that part off.
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    response.once('close', () => log(request, response, beganMs, path));
    next();
  };
}
