import type { PreMigrationQuery, QualifiedTokens } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { z } from 'zod';

/** Which tokens passed Pre-Migration, those listed last first? */
export class GetQualifiedTokens extends Query<QualifiedTokens> {
  constructor(readonly ask: z.output<typeof PreMigrationQuery>) {
    super();
  }
}
