import type { ServerResponse } from 'node:http';
import { type CookieName, CSRF_COOKIE } from '@cryptonite/contracts/api';
import { Inject, Injectable } from '@nestjs/common';
import { SESSION_COOKIE } from '../../platform/access/sessions.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type Cookie, setCookie } from '../../platform/http/cookies.js';
import { CHALLENGE_MINUTES, SESSION_DAYS } from './lifetimes.js';

export const CHALLENGE_COOKIE: CookieName = 'challenge';

const SESSION = { name: SESSION_COOKIE, path: '/', isHidden: true } as const;
/** The page reads it, to say it with each command. */
const CSRF = { name: CSRF_COOKIE, path: '/', isHidden: false } as const;
const CHALLENGE = { name: CHALLENGE_COOKIE, path: '/api/auth', isHidden: true } as const;
const SESSION_SECONDS = SESSION_DAYS * 86_400;
const CHALLENGE_SECONDS = CHALLENGE_MINUTES * 60;

/** The cookies of a browser that signs in. */
@Injectable()
export class SessionCookies {
  readonly #isSecure: boolean;

  constructor(@Inject(CONFIG) { SITE_ORIGIN }: Config) {
    this.#isSecure = SITE_ORIGIN?.startsWith('https:') ?? false;
  }

  challenged(response: ServerResponse, secret: string): void {
    this.#set(response, CHALLENGE, secret, CHALLENGE_SECONDS);
  }

  signedIn(response: ServerResponse, session: { token: string; csrf: string }): void {
    this.#set(response, SESSION, session.token, SESSION_SECONDS);
    this.#set(response, CSRF, session.csrf, SESSION_SECONDS);
    this.#set(response, CHALLENGE, '', 0);
  }

  signedOut(response: ServerResponse): void {
    this.#set(response, SESSION, '', 0);
    this.#set(response, CSRF, '', 0);
  }

  #set(
    response: ServerResponse,
    cookie: Pick<Cookie, 'name' | 'path' | 'isHidden'>,
    value: string,
    maxAgeSeconds: number,
  ): void {
    setCookie(response, { ...cookie, value, maxAgeSeconds, isSecure: this.#isSecure });
  }
}
