import type { IncomingMessage, ServerResponse } from 'node:http';
import { Done, NoInput } from '@cryptonite/contracts/api';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SessionCookies } from '../../session-cookies.js';
import { SignOut } from './sign-out.command.js';

@Controller('api/auth/logout')
export class SignOutController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
  ) {}

  @PostAnswers('/', {
    summary: 'Ends the session that the cookie names; said twice, it has the same answer',
    body: NoInput,
    reply: json(Done),
  })
  async answer(
    @Body(new Parse(NoInput)) _: object,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Done> {
    const token = this.cookies.sessionOf(request);
    if (token) await this.commands.execute(new SignOut(token));
    this.cookies.signedOut(response);
    return { success: true, error: null };
  }
}
