import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CookieName } from '@cryptonite/contracts/api';

/** The first cookie of the name, as browsers send them: names and values here are of characters that need no escape. */
export function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key = '', value] = pair.split('=', 2);
    if (key.trim() === name) return value?.trim();
  }
  return undefined;
}

export type Cookie = {
  name: CookieName;
  value: string;
  path: string;
  /** 0 takes it away. */
  maxAgeSeconds: number;
  /** Whether no script reads it. */
  isHidden: boolean;
  /** Whether it goes over https alone. */
  isSecure: boolean;
};

/** To the page's own requests alone: none that another site makes, or leads to, carries it. */
export function setCookie(response: ServerResponse, cookie: Cookie): void {
  const { name, value, path, maxAgeSeconds, isHidden, isSecure } = cookie;
  response.appendHeader(
    'Set-Cookie',
    [
      `${name}=${value}`,
      `Path=${path}`,
      `Max-Age=${maxAgeSeconds}`,
      'SameSite=Strict',
      ...(isHidden ? ['HttpOnly'] : []),
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
  );
}
