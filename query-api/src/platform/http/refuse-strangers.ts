import type { IncomingMessage } from 'node:http';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Whether this address is reached from the same machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host.includes(':') ? `[${host}]` : host);

/**
 * On a loopback address whoever asks is on this machine, but so is every page in its browser: another name in Host
 * means DNS rebinding, another one in Origin a foreign page. A picture or script that a foreign page includes comes without
 * Origin; browsers then say so in Sec-Fetch-Site, which no page can set. Somebody who follows a link to the page is let in:
 * what a browser shows as a document of its own, the page it came from cannot read.
 */
export const refuseStrangers: Middleware = (request, response, next) => {
  const strange = whyStrange(request);
  if (strange === null) return next();
  response.setHeader('Connection', 'close');
  sendProblem(response, strange);
};

/** What is wrong with a request to a loopback address; null for one of this machine. */
export function whyStrange(request: IncomingMessage): ProblemError | null {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site' && !isFollowedLink(request))
    return new ProblemError(
      'forbidden',
      'Other sites may link to the page, and include or ask nothing from here.',
    );
  const isOwn = origin === undefined || LOOPBACK.test(origin.replace(/^http:\/\//, ''));
  if (LOOPBACK.test(host) && isOwn) return null;
  return new ProblemError('bad_request', 'Only this machine itself is served here.');
}

const isFollowedLink = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  !/^\/api(\/|$)/i.test(url) &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';
