import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '@cryptonite/contracts/loopback';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

/**
 * On a loopback address whoever asks is on this machine, but so is every page in its browser: another name in Host
 * means DNS rebinding, another one in Origin a foreign page. A picture or script that a foreign page includes comes without
 * Origin; browsers then say so in Sec-Fetch-Site, which no page can set. Somebody who follows a link to the page is let in:
 * what a browser shows as a document of its own, the page it came from cannot read.
 */
export const refuseStrangers =
  (siteOrigin: string | undefined): Middleware =>
  (request, response, next) => {
    const strange = whyStrange(request, siteOrigin);
    if (strange === null) return next();
    response.setHeader('Connection', 'close');
    sendProblem(response, strange);
  };

/**
 * What is wrong with a request to a loopback address; null for one of this machine, and for one that a proxy of this machine
 * passes on.
 * @param siteOrigin where the proxy has the page; undefined where there is none
 */
export function whyStrange(request: IncomingMessage, siteOrigin: string | undefined): ProblemError | null {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site' && !isFollowedLink(request))
    return new ProblemError(
      'forbidden',
      'Other sites may link to the page, and include or ask nothing from here.',
    );
  const isOwn =
    origin === undefined || origin === siteOrigin || isLoopbackHost(origin.replace(/^http:\/\//, ''));
  const isHere = isLoopbackHost(host) || (siteOrigin !== undefined && host === new URL(siteOrigin).host);
  if (isHere && isOwn) return null;
  return new ProblemError('bad_request', 'Only this machine itself is served here.');
}

const isFollowedLink = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  !/^\/api(\/|$)/i.test(url) &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';
