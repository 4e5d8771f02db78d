import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback, isLoopbackHost } from '@cryptonite/contracts/loopback';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

type Served = {
  /** The address that is listened at. */
  host: string;
  /** Where the page is for others; undefined where it is for this machine alone. */
  siteOrigin: string | undefined;
};

/**
 * Refuses who asks by another name: a page whose name was rebound to this address would read the answer as its own. On a loopback
 * address whoever asks is on this machine, but so is every page in its browser: there another name in Origin means a foreign page,
 * and what a foreign page includes comes without Origin; browsers then say so in Sec-Fetch-Site, which no page can set. Somebody
 * who follows a link to the page is let in: what a browser shows as a document of its own, the page it came from cannot read.
 */
export const refuseStrangers =
  (whyStrange: WhyStrange): Middleware =>
  (request, response, next) => {
    const strange = whyStrange(request);
    if (strange === null) return next();
    response.setHeader('Connection', 'close');
    sendProblem(response, strange);
  };

/** What is wrong with where a request comes from, and whom it asks for; null where nothing is. */
export type WhyStrange = (request: IncomingMessage) => ProblemError | null;

export function judgeStrangers({ host, siteOrigin }: Served): WhyStrange {
  const isLocal = isLoopback(host);
  const isOwnHost = hostsOf({ host, siteOrigin });
  return (request) => {
    const { host: asked = '', origin, 'sec-fetch-site': site } = request.headers;
    if (isLocal && site === 'cross-site' && !isFollowedLink(request))
      return new ProblemError(
        'forbidden',
        'Other sites may link to the page, and include or ask nothing from here.',
      );
    const isOwn =
      !isLocal ||
      origin === undefined ||
      origin === siteOrigin ||
      isLoopbackHost(origin.replace(/^http:\/\//, ''));
    if (isOwn && isOwnHost(asked)) return null;
    return new ProblemError(
      'bad_request',
      isLocal ? 'Only this machine itself is served here.' : `Only ${siteOrigin} is served here.`,
    );
  };
}

/**
 * The site's own name, and those by which a proxy or this machine itself asks and which nobody can rebind: loopback, and the address
 * that is listened at.
 */
function hostsOf({ host, siteOrigin }: Served): (asked: string) => boolean {
  const names = new Set<string>();
  if (siteOrigin !== undefined) {
    const { host: name, port, protocol } = new URL(siteOrigin);
    names.add(name);
    if (port === '') names.add(`${name}:${protocol === 'https:' ? 443 : 80}`);
  }
  const address = host.includes(':') ? `[${host}]` : host;
  return (asked) =>
    isLoopbackHost(asked) ||
    names.has(asked.toLowerCase()) ||
    (isIP(host) > 0 && asked.replace(/:\d{1,5}$/, '') === address);
}

const isFollowedLink = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  !/^\/api(\/|$)/i.test(url) &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document';
