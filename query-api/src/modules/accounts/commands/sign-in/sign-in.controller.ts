import type { IncomingMessage, ServerResponse } from 'node:http';
import { SignIn as Signed, SignedIn } from '@cryptonite/contracts/api';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SiteAddress } from '../../../../platform/http/site-address.js';
import { SessionCookies } from '../../session-cookies.js';
import { toUser } from '../../view/user.js';
import { SignIn } from './sign-in.command.js';

@Controller('api/auth/login')
export class SignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
    private readonly site: SiteAddress,
  ) {}

  @PostAnswers('/', {
    summary:
      'Signs in with the signature over the message of /api/auth/challenge: sets the cookies session and csrf (on https __Host-session and __Host-csrf); every later command brings the value of the second as X-CSRF-Token',
    body: Signed,
    reply: json(SignedIn),
    problems: ['unauthorized'],
    needsNoSession: true,
  })
  async answer(
    @Body(new Parse(Signed)) signed: Signed,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<SignedIn> {
    const secret = this.cookies.challengeOf(request);
    const lastToken = this.cookies.sessionOf(request);
    const command = new SignIn(signed, this.site.domainOf(request), secret, lastToken);
    const { caller, ...session } = await this.commands.execute(command);
    this.cookies.signedIn(response, session);
    return SignedIn.parse({ success: true, user: toUser(caller), error: null });
  }
}
