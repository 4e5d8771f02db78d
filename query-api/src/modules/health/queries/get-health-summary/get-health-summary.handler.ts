import type { HealthSummary } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { summarizeHealth } from '../../view/summarize-health.js';
import { GetHealth } from '../get-health/get-health.query.js';
import { GetHealthSummary } from './get-health-summary.query.js';

@QueryHandler(GetHealthSummary)
export class GetHealthSummaryHandler implements IQueryHandler<GetHealthSummary> {
  constructor(private readonly queries: QueryBus) {}

  async execute(): Promise<HealthSummary> {
    return summarizeHealth(await this.queries.execute(new GetHealth()));
  }
}
