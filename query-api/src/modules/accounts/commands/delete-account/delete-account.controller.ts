import type { ServerResponse } from 'node:http';
import { Done, NoInput } from '@cryptonite/contracts/api';
import { Body, Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Caller } from '../../../../platform/access/caller.js';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SessionCookies } from '../../session-cookies.js';
import { DeleteAccount } from './delete-account.command.js';

@Controller('api/auth/delete')
export class DeleteAccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
  ) {}

  @PostAnswers('/', {
    summary:
      'Deletes all that is kept of the wallet that is signed in, and ends its sessions in every browser',
    body: NoInput,
    reply: json(Done),
    access: 'signed-in',
  })
  async answer(
    @Body(new Parse(NoInput)) _: object,
    @Caller() caller: Caller,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Done> {
    await this.commands.execute(new DeleteAccount(caller.walletAddress));
    this.cookies.signedOut(response);
    return { success: true, error: null };
  }
}
