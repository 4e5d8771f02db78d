import type { HealthSummary } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Can what is shown be trusted, as anybody is told? */
export class GetHealthSummary extends Query<HealthSummary> {}
