import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CookieName, cookieNameOn } from '@cryptonite/contracts/api';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';

export type Cookie = {
  name: CookieName;
  value: string;
  /** 0 takes it away. */
  maxAgeSeconds: number;
  /** Whether no script reads it. */
  isHidden: boolean;
};

/** The cookies of this site. Where its page is on https they go over that alone, and no site beside it can set one of them. */
@Injectable()
export class Cookies {
  readonly #isHttps: boolean;

  constructor(@Inject(CONFIG) { SITE_ORIGIN }: Config) {
    this.#isHttps = isHttps(SITE_ORIGIN);
  }

  /** The first of the name, as browsers send them: names and values here are of characters that need no escape. */
  read({ headers }: IncomingMessage, name: CookieName): string | undefined {
    const wanted = cookieNameOn(this.#isHttps, name);
    for (const pair of (headers.cookie ?? '').split(';')) {
      const [key = '', value] = pair.split('=', 2);
      if (key.trim() === wanted) return value?.trim();
    }
    return undefined;
  }

  /** To the page's own requests alone: none that another site makes, or leads to, carries it. */
  set(response: ServerResponse, { name, value, maxAgeSeconds, isHidden }: Cookie): void {
    response.appendHeader(
      'Set-Cookie',
      [
        `${cookieNameOn(this.#isHttps, name)}=${value}`,
        'Path=/',
        `Max-Age=${maxAgeSeconds}`,
        'SameSite=Strict',
        ...(isHidden ? ['HttpOnly'] : []),
        ...(this.#isHttps ? ['Secure'] : []),
      ].join('; '),
    );
  }
}

export const isHttps = (siteOrigin: string | undefined): boolean => siteOrigin?.startsWith('https:') ?? false;
