import { EarlyStageTokens, ListQuery } from '@cryptonite/contracts/api';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { ParseQuery } from '../../../../platform/http/parse-query.pipe.js';
import { GetEarlyStage } from './get-early-stage.query.js';

@Controller('api/discovery/early-stage')
export class GetEarlyStageController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'Tokens between 30 and 50% of their bonding curve, whatever their score, the newest alert first',
    query: ListQuery,
    reply: json(EarlyStageTokens),
  })
  answer(@Query(new ParseQuery(ListQuery)) ask: z.output<typeof ListQuery>) {
    return this.queries.execute(new GetEarlyStage(ask));
  }
}
