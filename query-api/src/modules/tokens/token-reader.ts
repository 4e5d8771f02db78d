import type { LayerAssessed } from '@cryptonite/contracts/events';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type AssessedLayers, assessedOf } from '../screening/scores/found.js';
import { rowScoresOf } from '../screening/scores/row-scores.js';
import { ScreeningStore } from '../screening/screening.store.js';
import type { ShownToken } from '../screening/view/screened-token.js';
import { type Place, TokenRows } from './token-rows.js';
import type { FirstHour } from './view/detailed-scores.js';

/** All that is known of one token. */
export type KnownToken = {
  shown: ShownToken;
  solPriceUsd: number | null;
  assessed: readonly LayerAssessed[];
  /** What its pattern is told by; null where nothing tells. */
  firstHour: FirstHour | null;
  /** Its newest fact in the tables; null where they hold none. */
  storedTo: Place | null;
};

/**
 * Reads a token at one place: its measurement, layers and history as far as the tables reach, which are seconds behind the
 * lists. Of a token that the lists hold and no table yet, what the lists say.
 */
@Injectable()
export class TokenReader {
  constructor(
    private readonly store: ScreeningStore,
    private readonly rows: TokenRows,
  ) {}

  /** Throws a 404 for a mint that was never measured. */
  async read(mint: string): Promise<KnownToken> {
    const { projection } = this.store;
    const storedTo = await this.rows.storedTo(mint);
    const stored = await this.rows.measured(mint, storedTo);
    const held = projection.held(mint);
    const known = stored ?? held;
    if (!known) throw new ProblemError('not_found', 'Nothing is stored of this mint.');
    const { measurement, source } = known;
    const [described, assessed, firstHour] = await Promise.all([
      held?.described ?? this.rows.described(mint).then((told) => told ?? known.described),
      this.rows.layers(measurement),
      this.rows.ofFirstHour(measurement),
    ]);
    const told = Object.fromEntries(assessed.map((one) => [one.layer, assessedOf(one)])) as AssessedLayers;
    const layers = stored ? told : { ...held?.layers, ...told };
    return {
      shown: {
        measurement,
        source,
        described,
        trail: held?.trail ?? null,
        layers,
        scores: rowScoresOf(measurement, layers),
      },
      solPriceUsd: projection.solPriceFor(measurement),
      assessed,
      firstHour,
      storedTo,
    };
  }
}
