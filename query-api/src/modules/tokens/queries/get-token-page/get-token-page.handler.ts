import { TokenPage } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FittedPatterns } from '../../../../platform/patterns/fitted-patterns.js';
import { gatesOf } from '../../../screening/scores/row-scores.js';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { placesOf } from '../../../screening/view/list-places.js';
import { toScreenedToken } from '../../../screening/view/screened-token.js';
import { TokenReader } from '../../token-reader.js';
import { detailedRiskOf } from '../../view/detailed-risk.js';
import { detailedPatternsOf, detailedScoresOf } from '../../view/detailed-scores.js';
import { GetTokenPage } from './get-token-page.query.js';

@QueryHandler(GetTokenPage)
export class GetTokenPageHandler implements IQueryHandler<GetTokenPage> {
  constructor(
    private readonly reader: TokenReader,
    private readonly store: ScreeningStore,
    private readonly fitted: FittedPatterns,
  ) {}

  async execute({ mint, profile }: GetTokenPage): Promise<TokenPage> {
    const { shown, solPriceUsd, assessed, ofFirstHour } = await this.reader.read(mint);
    const { measurement, scores } = shown;
    return TokenPage.parse({
      token: toScreenedToken(shown, solPriceUsd),
      profile,
      lists: placesOf(shown, profile, solPriceUsd),
      scores: detailedScoresOf(measurement, scores, ofFirstHour, profile),
      patterns: detailedPatternsOf(measurement, ofFirstHour, await this.fitted.newest()),
      rug: detailedRiskOf(measurement, assessed),
      gates: gatesOf(measurement, profile),
      asOf: this.store.projection.streamTime,
    });
  }
}
