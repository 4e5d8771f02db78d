import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Whether this address is reached from the same machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host.includes(':') ? `[${host}]` : host);

/**
 * On a loopback address whoever asks is on this machine, but so is every page in its browser: another name in Host
 * means DNS rebinding, another one in Origin a foreign page. A picture or script that a foreign page includes, or a link in
 * it, comes without Origin; browsers then say so in Sec-Fetch-Site, which no page can set.
 */
export const refuseStrangers: Middleware = ({ headers }, response, next) => {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') {
    response.setHeader('Connection', 'close');
    return sendProblem(
      response,
      new ProblemError('forbidden', 'Other sites lead to nothing here: type the address to open the page.'),
    );
  }
  const isOwn = origin === undefined || LOOPBACK.test(origin.replace(/^http:\/\//, ''));
  if (LOOPBACK.test(host) && isOwn) return next();
  response.setHeader('Connection', 'close');
  sendProblem(response, new ProblemError('bad_request', 'Only this machine itself is served here.'));
};
