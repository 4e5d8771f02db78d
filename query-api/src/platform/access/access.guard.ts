import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CSRF_COOKIE, CSRF_HEADER } from '@cryptonite/contracts/api';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { CONFIG, type Config } from '../config/config.js';
import { ANSWERS, type DeclaredAnswers } from '../docs/answers.js';
import { Cookies } from '../http/cookies.js';
import { ProblemError } from '../http/problem.js';
import { RateLimit, refusalOf, tooMany } from '../http/rate-limit.js';
import type { Access, Caller } from './access.js';
import { readsCaller, sayCaller } from './caller.js';
import { Gate } from './gate.js';
import { sha256 } from './secret.js';
import { type HeldSession, SESSION_COOKIE, Sessions } from './sessions.js';
import { WalletLimit } from './wallet-limit.js';

const MINUTE_S = 60;
const perMinute = (count: number) => new RateLimit(count / MINUTE_S, count);

/** Whether who asks makes a difference to a route. */
export const readsSession = (handler: object, { method, access }: DeclaredAnswers): boolean =>
  method !== 'get' || (access ?? 'anyone') !== 'anyone' || readsCaller(handler);

/**
 * Who asks, and may they? Before any handler, and before what it was sent is looked at. The session is looked up once for a
 * request, and for routes alone to which it makes a difference: all others go on while there is nowhere to look it up.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  readonly #ofAddress: RateLimit;

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly modules: ModuleRef,
    private readonly cookies: Cookies,
    private readonly ofWallet: WalletLimit,
    @Inject(CONFIG) { COMMANDS_PER_MINUTE }: Config,
  ) {
    this.#ofAddress = perMinute(COMMANDS_PER_MINUTE);
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    const handler = context.getHandler();
    const answers = this.reflector.get<DeclaredAnswers | undefined>(ANSWERS, handler);
    if (!answers || !readsSession(handler, answers)) return true;
    const http = context.switchToHttp();
    return this.#admit(http.getRequest(), http.getResponse(), answers);
  }

  async #admit(
    request: IncomingMessage,
    response: ServerResponse,
    { method, access = 'anyone', needsNoSession }: DeclaredAnswers,
  ): Promise<true> {
    // Said to one caller, and to be found on no disk.
    response.setHeader('Cache-Control', 'no-store');
    const isCommand = method !== 'get';
    const refusal = isCommand ? await refusalOf(this.#ofAddress, request) : null;
    if (refusal !== null) throw refusal;
    const token = this.cookies.read(request, SESSION_COOKIE);
    const session = token ? await this.sessions.find(token, isCommand) : null;
    const isWhole = session !== null && this.#hasToken(request, isCommand, session);
    if (session && isCommand) {
      if (!isWhole && !needsNoSession) throw tokenLost();
      this.#countCommand(session.caller);
    }
    // Who lost the token can command nothing in this session: for the page nobody is signed in, so that it offers a sign-in.
    const caller = isWhole ? session.caller : null;
    await this.#checkAccess(access, caller);
    sayCaller(request, caller, token && isWhole ? sha256(token) : null);
    return true;
  }

  /**
   * A session's cookie comes along by itself, and may be stolen: only the page that was signed in on knows the token beside it.
   * A command shows that by saying it, which no other page can.
   */
  #hasToken(request: IncomingMessage, isCommand: boolean, { csrfSha256 }: HeldSession): boolean {
    const brought = isCommand
      ? request.headers[CSRF_HEADER.toLowerCase()]
      : this.cookies.read(request, CSRF_COOKIE);
    return typeof brought === 'string' && timingSafeEqual(sha256(brought), csrfSha256);
  }

  #countCommand({ walletAddress }: Caller): void {
    const waitSeconds = this.ofWallet.take(walletAddress, Date.now());
    if (waitSeconds > 0) throw tooMany('this wallet', waitSeconds);
  }

  async #checkAccess(access: Access, caller: Caller | null): Promise<void> {
    if (access === 'anyone') return;
    if (caller === null)
      throw new ProblemError('unauthorized', 'Sign in first: this is for who is signed in.');
    if (access === 'admin' && !caller.roles.includes('admin'))
      throw new ProblemError('forbidden', 'Only an admin may do this.');
    if (access === 'operator' && !caller.roles.some((role) => role === 'operator' || role === 'admin'))
      throw new ProblemError('forbidden', 'Only an operator may do this.');
    if (access === 'gate-holder' && !(await this.#gate.isOpenTo(caller.walletAddress)))
      throw new ProblemError('forbidden', 'Only a wallet that holds enough of the gate token may do this.');
  }

  get #gate(): Gate {
    return this.modules.get(Gate, { strict: false });
  }
}

const tokenLost = () =>
  new ProblemError(
    'forbidden',
    `Commands of a session bring its token in the header ${CSRF_HEADER}. Open the page anew and sign in again.`,
  );
