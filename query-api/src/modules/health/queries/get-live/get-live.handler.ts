import type { Live } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { GetLive } from './get-live.query.js';

@QueryHandler(GetLive)
export class GetLiveHandler implements IQueryHandler<GetLive> {
  async execute(): Promise<Live> {
    return { live: true };
  }
}
