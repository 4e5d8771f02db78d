import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { accessDenied, ClickHouseFault } from './errors.js';

export interface Credentials {
  user: string;
  password: string;
}

/**
 * Any web page can post to a loopback port; it cannot forge these three headers. A name other than loopback
 * in Host means DNS rebinding, an Origin other than our own means a foreign page, and so does Sec-Fetch-Site, which a
 * browser also sends with what has no Origin: a link, a picture.
 * @throws ClickHouseFault 497, status 403
 */
export function checkCaller(headers: IncomingHttpHeaders, port: number): void {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(headers.host ?? '')) throw accessDenied(`Host ${headers.host ?? ''} is not served here`);
  const { origin } = headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) {
    throw accessDenied('requests from other origins are not served');
  }
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site !== 'none' && site !== 'same-origin')
    throw accessDenied('requests from other sites are not served');
}

/**
 * The one of `callers` whose credentials the headers carry.
 * @throws ClickHouseFault 516 where they are nobody's
 */
export function findCaller<Caller extends Credentials>(
  headers: IncomingHttpHeaders,
  callers: readonly Caller[],
): Caller {
  const given = readCredentials(headers);
  let found: Caller | null = null;
  for (const caller of callers) {
    // All comparisons always run, so that the time taken says nothing about which one failed.
    const user = equalInConstantTime(given.user, caller.user);
    const password = equalInConstantTime(given.password, caller.password);
    if (user && password) found = caller;
  }
  if (found) return found;
  throw new ClickHouseFault(
    516,
    'AUTHENTICATION_FAILED',
    `${given.user}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}

function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const text = Buffer.from(basic, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
  }
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');
  return { user: one(headers['x-clickhouse-user']), password: one(headers['x-clickhouse-key']) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const equalInConstantTime = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
