import { QualifiedTokens } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { toPreMigrationToken } from '../../../screening/view/pre-migration-token.js';
import { listTokens } from '../list-tokens.js';
import { GetQualifiedTokens } from './get-qualified-tokens.query.js';

@QueryHandler(GetQualifiedTokens)
export class GetQualifiedTokensHandler implements IQueryHandler<GetQualifiedTokens> {
  constructor(private readonly store: ScreeningStore) {}

  async execute({ ask }: GetQualifiedTokens): Promise<QualifiedTokens> {
    return QualifiedTokens.parse(listTokens(this.store.projection, 'qualified', ask, toPreMigrationToken));
  }
}
