import { RejectedTokens } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { toRejectedToken } from '../../../screening/view/pre-migration-token.js';
import { listTokens } from '../list-tokens.js';
import { GetRejectedTokens } from './get-rejected-tokens.query.js';

@QueryHandler(GetRejectedTokens)
export class GetRejectedTokensHandler implements IQueryHandler<GetRejectedTokens> {
  constructor(private readonly store: ScreeningStore) {}

  async execute({ ask }: GetRejectedTokens): Promise<RejectedTokens> {
    return RejectedTokens.parse(listTokens(this.store.projection, 'rejected', ask, toRejectedToken));
  }
}
