import type { EarlyStageTokens, ListQuery } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { z } from 'zod';

/** Which tokens are between 30 and 50% of their curve? */
export class GetEarlyStage extends Query<EarlyStageTokens> {
  constructor(readonly ask: z.output<typeof ListQuery>) {
    super();
  }
}
