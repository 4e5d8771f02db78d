import type { ServerResponse } from 'node:http';
import { Health } from '@cryptonite/contracts/api';
import { Controller, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetAnswers, json } from '../../../../platform/docs/answers.js';
import { GetHealth } from './get-health.query.js';

@Controller('api/health')
export class GetHealthController {
  constructor(private readonly queries: QueryBus) {}

  @GetAnswers('/', {
    summary: 'Stores, lags, stream time, gaps, source and disk; HTTP 503 when the status is failed',
    reply: json(Health),
  })
  async answer(@Res() response: ServerResponse & { json(body: unknown): void }) {
    const health = await this.queries.execute(new GetHealth());
    response.statusCode = health.status === 'failed' ? 503 : 200;
    response.json(health);
  }
}
