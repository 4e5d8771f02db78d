import { ScanProgress } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { sumDaily } from '../../../screening/view/scan-counts.js';
import { GetDailyProgress } from './get-daily-progress.query.js';

@QueryHandler(GetDailyProgress)
export class GetDailyProgressHandler implements IQueryHandler<GetDailyProgress> {
  constructor(private readonly store: ScreeningStore) {}

  async execute({ profile }: GetDailyProgress): Promise<ScanProgress> {
    const { projection } = this.store;
    return ScanProgress.parse(
      sumDaily(projection.scans(), profile, projection.countShown(profile), projection.scanEveryMs),
    );
  }
}
