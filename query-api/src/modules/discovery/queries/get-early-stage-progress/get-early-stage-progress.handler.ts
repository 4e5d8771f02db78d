import { ScanProgress } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { sumScans } from '../../../screening/view/scan-counts.js';
import { GetEarlyStageProgress } from './get-early-stage-progress.query.js';

@QueryHandler(GetEarlyStageProgress)
export class GetEarlyStageProgressHandler implements IQueryHandler<GetEarlyStageProgress> {
  constructor(private readonly store: ScreeningStore) {}

  async execute(): Promise<ScanProgress> {
    return ScanProgress.parse(sumScans(this.store.projection.scans()));
  }
}
