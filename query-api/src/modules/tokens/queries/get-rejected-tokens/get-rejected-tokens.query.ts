import type { PreMigrationQuery, RejectedTokens } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { z } from 'zod';

/** Which tokens did Pre-Migration reject, and why, those listed last first? */
export class GetRejectedTokens extends Query<RejectedTokens> {
  constructor(readonly ask: z.output<typeof PreMigrationQuery>) {
    super();
  }
}
