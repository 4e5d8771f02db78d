import type { Health } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Can what is shown be trusted, and if not, why? */
export class GetHealth extends Query<Health> {}
