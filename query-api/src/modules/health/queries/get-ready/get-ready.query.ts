import type { Ready } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Can the lists be asked? */
export class GetReady extends Query<Ready> {}
