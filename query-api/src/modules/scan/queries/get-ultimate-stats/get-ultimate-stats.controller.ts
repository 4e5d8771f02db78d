import { ProfileQuery, UltimateStats } from '@cryptonite/contracts/api';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { GetUltimateStats } from './get-ultimate-stats.query.js';

@Controller('api/discovery/ultimate-stats')
export class GetUltimateStatsController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'How Ultimate divides the tokens: those on it, by gate those that count at it, and by gate those that miss it alone',
    query: ProfileQuery,
    reply: json(UltimateStats),
    problems: ['starting'],
  })
  answer(@Query(new Parse(ProfileQuery)) { profile }: z.output<typeof ProfileQuery>) {
    return this.queries.execute(new GetUltimateStats(profile));
  }
}
