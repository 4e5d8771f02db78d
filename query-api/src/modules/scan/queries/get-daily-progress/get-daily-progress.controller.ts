import { ScanProgress } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetDailyProgress } from './get-daily-progress.query.js';

@Controller('api/discovery/daily-progress')
export class GetDailyProgressController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'What the scan knows for Daily: tokens followed, those of which it is known whether they are promoted, and those that it shows under profile live',
    reply: json(ScanProgress),
    problems: ['starting'],
  })
  answer() {
    return this.queries.execute(new GetDailyProgress());
  }
}
