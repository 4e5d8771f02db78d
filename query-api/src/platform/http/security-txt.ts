import type { Middleware } from './middleware.js';

const PATH = '/.well-known/security.txt';
/** RFC 9116 asks for less than a year. It is counted from the day of the question: what is configured now holds now. */
const GOOD_FOR_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Whom to tell of a hole (RFC 9116).
 * @param contact an address that begins with `mailto:` or `https:`
 * @param siteOrigin where the file is, for who is given a copy; undefined where the page is for this machine alone
 */
export const serveSecurityTxt =
  (contact: string, siteOrigin: string | undefined): Middleware =>
  (request, response, next) => {
    if (request.url?.split('?', 1)[0] !== PATH) return next();
    const expires = new Date(Math.floor(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      ...(siteOrigin === undefined ? [] : [`Canonical: ${siteOrigin}${PATH}`]),
    ];
    const body = `${lines.join('\n')}\n`;
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
