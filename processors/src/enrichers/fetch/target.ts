/** Which addresses are asked at all, and which redirects are followed. */
import { FetchFailed } from './fetch-failed.js';

/** Longer than any address that proxies and servers agree to take. */
const URL_MOST = 2_048;
/** Where web servers listen. What listens elsewhere may be none, and take a request for something else. */
const WEB_PORTS = new Set(['', '80', '443', '8080', '8443']);

/** An http(s) address as it will be asked, in the one spelling that its parser leaves of all. */
export function readTarget(text: string): URL {
  if (text.length > URL_MOST)
    throw new FetchFailed('no-address', `${text.length} characters, at most ${URL_MOST} are asked`);
  if (!URL.canParse(text)) throw new FetchFailed('no-address', 'it is no address');
  const target = new URL(text);
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new FetchFailed('no-address', `only http and https are asked, not ${target.protocol}`);
  if (target.username !== '' || target.password !== '')
    throw new FetchFailed('no-address', `a user name stands before ${target.host}`);
  return target;
}

/** Of a limit: a name with a dot at its end is the same. */
export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

export function refuseOddPort({ host, port }: URL): void {
  if (!WEB_PORTS.has(port)) throw new FetchFailed('no-address', `${host}: no port of a web server`);
}

/**
 * Where a redirect leads. From https to http it is not followed: nobody on the way could alter what the first address
 * answers, and whoever relied on that would not learn that it is so no more.
 */
export function nextTarget(from: URL, location: unknown): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href))
    throw new FetchFailed('refused', `${from.host} redirects to no address`);
  const next = readTarget(new URL(location, from).href);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new FetchFailed('refused', `${from.host} redirects from https to http`);
  return next;
}
