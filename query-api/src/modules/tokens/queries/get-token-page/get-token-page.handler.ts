import { type ProfileName, TokenPage } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FittedPatterns } from '../../../../platform/patterns/fitted-patterns.js';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { placesOf, shownGatesOf } from '../../../screening/view/list-places.js';
import { toScreenedToken } from '../../../screening/view/screened-token.js';
import { reasonsOff } from '../../../screening/words/kept-off.js';
import { SharedWork } from '../../shared-work.js';
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
    private readonly work: SharedWork,
  ) {}

  async execute({ mint, profile, callers }: GetTokenPage): Promise<TokenPage> {
    this.reader.check(mint);
    return this.work.of(`page ${mint} ${profile}`, callers, () => this.#make(mint, profile));
  }

  async #make(mint: string, profile: ProfileName): Promise<TokenPage> {
    const { shown, solPriceUsd, assessed, firstHour, behind } = await this.reader.readListed(mint);
    const { measurement, scores } = shown;
    return TokenPage.parse({
      token: toScreenedToken(shown, solPriceUsd),
      position: measurement.position,
      behind,
      profile,
      lists: placesOf(shown, profile, solPriceUsd),
      scores: detailedScoresOf(measurement, scores, firstHour?.matched ?? null, profile),
      patterns: detailedPatternsOf(measurement, firstHour, await this.fitted.newest()),
      rug: detailedRiskOf(measurement, assessed),
      gates: shownGatesOf(measurement, profile, solPriceUsd),
      keptOff: reasonsOff(measurement, shown.layers),
      standing: scores?.standing ?? null,
      asOf: this.store.projection.streamTime,
    });
  }
}
