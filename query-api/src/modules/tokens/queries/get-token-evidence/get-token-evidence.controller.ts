import type { IncomingMessage } from 'node:http';
import { ProfileQuery, TokenEvidence, TokenPlace } from '@cryptonite/contracts/api';
import { Controller, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { callersOf } from '../../../../platform/http/rate-limit.js';
import { GetTokenEvidence } from './get-token-evidence.query.js';

@Controller('api/tokens')
export class GetTokenEvidenceController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers(':mint/evidence', {
    summary:
      'What every field of a token and of its places is made of: meaning, window, inputs with limits and weights, and the transactions behind it',
    params: TokenPlace,
    query: ProfileQuery,
    reply: json(TokenEvidence),
    problems: ['not_found', 'starting', 'store_unavailable'],
  })
  async answer(
    @Param(new Parse(TokenPlace)) { mint }: z.output<typeof TokenPlace>,
    @Query(new Parse(ProfileQuery)) { profile }: z.output<typeof ProfileQuery>,
    @Req() request: IncomingMessage,
  ) {
    return this.queries.execute(new GetTokenEvidence(mint, profile, await callersOf(request)));
  }
}
