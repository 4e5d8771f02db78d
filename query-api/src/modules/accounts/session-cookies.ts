import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CookieName, CSRF_COOKIE } from '@cryptonite/contracts/api';
import { Injectable } from '@nestjs/common';
import { SESSION_COOKIE } from '../../platform/access/sessions.js';
import { Cookies } from '../../platform/http/cookies.js';
import { CHALLENGE_MINUTES, SESSION_DAYS } from './lifetimes.js';

const CHALLENGE_COOKIE: CookieName = 'challenge';

const SESSION = { name: SESSION_COOKIE, isHidden: true } as const;
/** The page reads it, to say it with each command. */
const CSRF = { name: CSRF_COOKIE, isHidden: false } as const;
const CHALLENGE = { name: CHALLENGE_COOKIE, isHidden: true } as const;
const SESSION_SECONDS = SESSION_DAYS * 86_400;
const CHALLENGE_SECONDS = CHALLENGE_MINUTES * 60;

/** The cookies of a browser that signs in. */
@Injectable()
export class SessionCookies {
  constructor(private readonly cookies: Cookies) {}

  challengeOf(request: IncomingMessage): string | undefined {
    return this.cookies.read(request, CHALLENGE_COOKIE);
  }

  sessionOf(request: IncomingMessage): string | undefined {
    return this.cookies.read(request, SESSION_COOKIE);
  }

  challenged(response: ServerResponse, secret: string): void {
    this.cookies.set(response, { ...CHALLENGE, value: secret, maxAgeSeconds: CHALLENGE_SECONDS });
  }

  signedIn(response: ServerResponse, { token, csrf }: { token: string; csrf: string }): void {
    this.cookies.set(response, { ...SESSION, value: token, maxAgeSeconds: SESSION_SECONDS });
    this.cookies.set(response, { ...CSRF, value: csrf, maxAgeSeconds: SESSION_SECONDS });
    this.cookies.set(response, { ...CHALLENGE, value: '', maxAgeSeconds: 0 });
  }

  signedOut(response: ServerResponse): void {
    this.cookies.set(response, { ...SESSION, value: '', maxAgeSeconds: 0 });
    this.cookies.set(response, { ...CSRF, value: '', maxAgeSeconds: 0 });
  }
}
