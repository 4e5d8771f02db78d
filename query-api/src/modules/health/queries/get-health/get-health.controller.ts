import type { ServerResponse } from 'node:http';
import { Health } from '@cryptonite/contracts/api';
import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetHealth } from './get-health.query.js';

@Controller('api/health/details')
export class GetHealthController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary:
      'All of health, for operators: what is wrong in sentences, stores, lags, dead letters and disk; HTTP 503 when the status is failed',
    access: 'operator',
    reply: json(Health),
  })
  async answer(@Res() response: ServerResponse & { json(body: unknown): void }) {
    const health = await this.queries.execute(new GetHealth());
    response.statusCode = health.status === 'failed' ? 503 : 200;
    response.json(health);
  }
}
