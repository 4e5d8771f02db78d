import { PreMigrationQuery, RejectedTokens } from '@cryptonite/contracts/api';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { ParseQuery } from '../../../../platform/http/parse-query.pipe.js';
import { GetRejectedTokens } from './get-rejected-tokens.query.js';

@Controller('api/tokens/rejected')
export class GetRejectedTokensController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'Tokens that Pre-Migration rejects, each with its reason, those listed last first, of both sources unless one is asked for',
    query: PreMigrationQuery,
    reply: json(RejectedTokens),
  })
  answer(@Query(new ParseQuery(PreMigrationQuery)) ask: z.output<typeof PreMigrationQuery>) {
    return this.queries.execute(new GetRejectedTokens(ask));
  }
}
