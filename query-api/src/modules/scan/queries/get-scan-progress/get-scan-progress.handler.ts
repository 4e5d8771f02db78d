import { ScanProgress } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { sumScans } from '../../../screening/view/scan-counts.js';
import { GetScanProgress } from './get-scan-progress.query.js';

@QueryHandler(GetScanProgress)
export class GetScanProgressHandler implements IQueryHandler<GetScanProgress> {
  constructor(private readonly store: ScreeningStore) {}

  async execute(): Promise<ScanProgress> {
    const { projection } = this.store;
    return ScanProgress.parse(
      sumScans(projection.scans(), projection.countShown('live'), projection.scanEveryMs),
    );
  }
}
