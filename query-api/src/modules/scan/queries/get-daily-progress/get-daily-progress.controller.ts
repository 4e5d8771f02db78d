import { ProfileQuery, ScanProgress } from '@cryptonite/contracts/api';
import { Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { Parse } from '../../../../platform/http/parse.pipe.js';
import { GetDailyProgress } from './get-daily-progress.query.js';

@Controller('api/discovery/daily-progress')
export class GetDailyProgressController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'What the scan knows for Daily: tokens followed, those of which it is known whether they are promoted, and those of these that it shows in the profile',
    query: ProfileQuery,
    reply: json(ScanProgress),
    problems: ['starting'],
  })
  answer(@Query(new Parse(ProfileQuery)) { profile }: z.output<typeof ProfileQuery>) {
    return this.queries.execute(new GetDailyProgress(profile));
  }
}
