import type { MonitoringCount } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How many tokens does the screener watch? */
export class GetMonitoringCount extends Query<MonitoringCount> {}
