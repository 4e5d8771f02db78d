import type { ServerResponse } from 'node:http';
import { HealthSummary } from '@cryptonite/contracts/api';
import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetHealthSummary } from './get-health-summary.query.js';

@Controller('api/health')
export class GetHealthSummaryController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'Whether what is shown can be trusted, how late it is and how far back each store reaches; HTTP 503 when the status is failed',
    reply: json(HealthSummary),
  })
  async answer(@Res() response: ServerResponse & { json(body: unknown): void }) {
    const health = await this.queries.execute(new GetHealthSummary());
    response.statusCode = health.status === 'failed' ? 503 : 200;
    response.json(health);
  }
}
