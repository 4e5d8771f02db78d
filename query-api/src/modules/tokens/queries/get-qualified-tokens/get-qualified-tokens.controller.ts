import { PreMigrationQuery, QualifiedTokens } from '@cryptonite/contracts/api';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { ParseQuery } from '../../../../platform/http/parse-query.pipe.js';
import { GetQualifiedTokens } from './get-qualified-tokens.query.js';

@Controller('api/tokens/qualified')
export class GetQualifiedTokensController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'Tokens that pass Pre-Migration, those listed last first, of both sources unless one is asked for',
    query: PreMigrationQuery,
    reply: json(QualifiedTokens),
  })
  answer(@Query(new ParseQuery(PreMigrationQuery)) ask: z.output<typeof PreMigrationQuery>) {
    return this.queries.execute(new GetQualifiedTokens(ask));
  }
}
