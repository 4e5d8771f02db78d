import type { ProfileName, UltimateStats } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How does Ultimate divide the tokens, gate by gate? */
export class GetUltimateStats extends Query<UltimateStats> {
  constructor(readonly profile: ProfileName) {
    super();
  }
}
