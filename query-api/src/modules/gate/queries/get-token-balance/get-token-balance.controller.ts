import type { IncomingMessage } from 'node:http';
import { TokenBalance, TokenBalanceAsk } from '@cryptonite/contracts/api';
import { Body, Controller, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { json, PostAnswers } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { callerOf } from '../../../../platform/http/rate-limit.js';
import { GetTokenBalance } from './get-token-balance.query.js';

@Controller('api/token-balance')
export class GetTokenBalanceController {
  constructor(private readonly queries: QueryBus) {}

  /** A POST, so that an address stands in no log of what lies between. */
  @PostAnswers('/', {
    summary: 'How much a wallet holds of a token, whichever, at most 15 s old',
    body: TokenBalanceAsk,
    reply: json(TokenBalance),
    problems: ['not_found', 'store_unavailable'],
  })
  async answer(
    @Body(new Parse(TokenBalanceAsk)) { walletAddress, tokenMintAddress }: TokenBalanceAsk,
    @Req() request: IncomingMessage,
  ) {
    const caller = await callerOf(request);
    return this.queries.execute(new GetTokenBalance(walletAddress, tokenMintAddress, caller));
  }
}
