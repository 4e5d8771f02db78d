import type { ServerResponse } from 'node:http';
import { Done, NoInput } from '@cryptonite/contracts/api';
import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SessionCookies } from '../../session-cookies.js';
import { SignOutEverywhere } from './sign-out-everywhere.command.js';

@Controller('api/auth/logout-all')
export class SignOutEverywhereController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
  ) {}

  @PostAnswers('/', {
    summary: 'Ends every session of the wallet that is signed in, on whatever device',
    body: NoInput,
    reply: json(Done),
    access: 'signed-in',
  })
  async answer(
    @Body(new Parse(NoInput)) _: object,
    @Caller() caller: Caller,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Done> {
    await this.commands.execute(new SignOutEverywhere(caller.walletAddress));
    this.cookies.signedOut(response);
    return { success: true, error: null };
  }
}
