import { EarlyStageTokens } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { askedCursor } from '../../../screening/asked-cursor.js';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { toEarlyStageToken } from '../../../screening/view/high-hype-token.js';
import { takePage } from '../../../screening/view/list-page.js';
import { isEarlyStage } from '../../../screening/view/projection.js';
import { GetEarlyStage } from './get-early-stage.query.js';

@QueryHandler(GetEarlyStage)
export class GetEarlyStageHandler implements IQueryHandler<GetEarlyStage> {
  constructor(private readonly store: ScreeningStore) {}

  async execute({ ask }: GetEarlyStage): Promise<EarlyStageTokens> {
    const { projection } = this.store;
    // By the alert, which is raised once per token.
    const { items, ...rest } = takePage(
      [...projection.tokens()].filter(isEarlyStage),
      ({ alertRaisedAt, mint }) => ({ time: alertRaisedAt ?? 0, mint }),
      { limit: ask.limit, after: askedCursor(ask.cursor) },
    );
    return EarlyStageTokens.parse({
      items: items.map(toEarlyStageToken),
      ...rest,
      profile: ask.profile,
      asOf: projection.streamTime,
    });
  }
}
