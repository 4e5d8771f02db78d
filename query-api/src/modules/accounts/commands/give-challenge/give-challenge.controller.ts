import type { IncomingMessage, ServerResponse } from 'node:http';
import { ChallengeRequest, SignInChallenge } from '@cryptonite/contracts/api';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { SiteAddress } from '../../../../platform/http/site-address.js';
import { SessionCookies } from '../../session-cookies.js';
import { GiveChallenge } from './give-challenge.command.js';

@Controller('api/auth/challenge')
export class GiveChallengeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: SessionCookies,
    private readonly site: SiteAddress,
  ) {}

  @PostAnswers('/', {
    summary:
      'A Sign-In With Solana message for this wallet and username: good once, for five minutes, from the browser that asked for it',
    body: ChallengeRequest,
    reply: json(SignInChallenge),
    needsNoSession: true,
  })
  async answer(
    @Body(new Parse(ChallengeRequest)) { walletAddress, username }: z.output<typeof ChallengeRequest>,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<SignInChallenge> {
    const asked = new GiveChallenge(walletAddress, username, this.site.domainOf(request));
    const { challenge, secret } = await this.commands.execute(asked);
    this.cookies.challenged(response, secret);
    return challenge;
  }
}
