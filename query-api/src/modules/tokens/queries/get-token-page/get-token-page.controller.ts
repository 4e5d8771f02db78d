import type { IncomingMessage } from 'node:http';
import { ProfileQuery, TokenPage, TokenPlace } from '@cryptonite/contracts/api';
import { Controller, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { callersOf } from '../../../../platform/http/rate-limit.js';
import { GetTokenPage } from './get-token-page.query.js';

@Controller('api/tokens')
export class GetTokenPageController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers(':mint', {
    summary:
      'A token: its lists, its scores part by part, its patterns and the rug analysis finding by finding',
    params: TokenPlace,
    query: ProfileQuery,
    reply: json(TokenPage),
    problems: ['not_found', 'starting', 'store_unavailable'],
  })
  async answer(
    @Param(new Parse(TokenPlace)) { mint }: z.output<typeof TokenPlace>,
    @Query(new Parse(ProfileQuery)) { profile }: z.output<typeof ProfileQuery>,
    @Req() request: IncomingMessage,
  ) {
    return this.queries.execute(new GetTokenPage(mint, profile, await callersOf(request)));
  }
}
