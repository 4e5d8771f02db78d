import { UltimateStats } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { countNear } from '../../../screening/view/near-counts.js';
import { sumUltimate } from '../../../screening/view/scan-counts.js';
import { GetUltimateStats } from './get-ultimate-stats.query.js';

@QueryHandler(GetUltimateStats)
export class GetUltimateStatsHandler implements IQueryHandler<GetUltimateStats> {
  constructor(private readonly store: ScreeningStore) {}

  async execute({ profile }: GetUltimateStats): Promise<UltimateStats> {
    const { projection } = this.store;
    const near = countNear(projection.measurements(), profile);
    return UltimateStats.parse({ ...sumUltimate(projection.scans(), profile, projection.scanEveryMs), near });
  }
}
