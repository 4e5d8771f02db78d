import type { Session } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { Caller } from '../../../../platform/access/access.js';

/** Who am I here? */
export class GetSession extends Query<Session> {
  constructor(readonly caller: Caller | null) {
    super();
  }
}
