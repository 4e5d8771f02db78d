import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Whether this address is reached from the same machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host.includes(':') ? `[${host}]` : host);

/**
 * On a loopback address whoever asks is on this machine, but so is every page in its browser: another name in Host
 * means DNS rebinding, another one in Origin a foreign page.
 */
export const refuseStrangers: Middleware = ({ headers: { host = '', origin } }, response, next) => {
  const isOwn = origin === undefined || LOOPBACK.test(origin.replace(/^http:\/\//, ''));
  if (LOOPBACK.test(host) && isOwn) return next();
  response.setHeader('Connection', 'close');
  sendProblem(response, new ProblemError('bad_request', 'Only this machine itself is served here.'));
};
