import type { ProfileName, ScanProgress } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How far is the scan that finds promoted tokens? */
export class GetDailyProgress extends Query<ScanProgress> {
  constructor(readonly profile: ProfileName) {
    super();
  }
}
