import type { Live } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** Does the process answer? */
export class GetLive extends Query<Live> {}
