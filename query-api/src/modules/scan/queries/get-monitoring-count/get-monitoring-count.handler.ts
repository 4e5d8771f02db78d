import { MonitoringCount } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { countMonitored } from '../../../screening/view/scan-counts.js';
import { GetMonitoringCount } from './get-monitoring-count.query.js';

@QueryHandler(GetMonitoringCount)
export class GetMonitoringCountHandler implements IQueryHandler<GetMonitoringCount> {
  constructor(private readonly store: ScreeningStore) {}

  async execute(): Promise<MonitoringCount> {
    return MonitoringCount.parse(countMonitored(this.store.projection.scans()));
  }
}
