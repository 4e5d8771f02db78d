import type { SignIn as Signed } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';
import type { Caller } from '../../../../platform/access/access.js';

/** Begins a session of who signed the message that this browser was given. It takes the place of the browser's last one. */
export class SignIn extends Command<{ caller: Caller; token: string; csrf: string }> {
  constructor(
    readonly signed: Signed,
    readonly domain: string,
    /** What came with the message, in a cookie. */
    readonly secret: string | undefined,
    readonly lastToken: string | undefined,
  ) {
    super();
  }
}
