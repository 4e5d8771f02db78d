import { MonitoringCount } from '@cryptonite/contracts/api';
import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetMonitoringCount } from './get-monitoring-count.query.js';

@Controller('api/tokens/monitoring-count')
export class GetMonitoringCountController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'How many tokens are watched: bonding ones traded within the hour, bonded ones, and their sum',
    reply: json(MonitoringCount),
    problems: ['starting'],
  })
  answer() {
    return this.queries.execute(new GetMonitoringCount());
  }
}
