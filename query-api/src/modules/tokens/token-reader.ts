import type { LayerAssessed } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type AssessedLayers, assessedOf } from '../screening/scores/found.js';
import { rowScoresOf } from '../screening/scores/row-scores.js';
import { ScreeningStore } from '../screening/screening.store.js';
import type { ShownToken } from '../screening/view/screened-token.js';
import { TokenRows } from './token-rows.js';

/** All that is known of one token. */
export type KnownToken = {
  shown: ShownToken;
  solPriceUsd: number | null;
  assessed: readonly LayerAssessed[];
  /** What its pattern is told by; null where nothing tells. */
  ofFirstHour: Measurement | null;
};

/** Reads a token from the lists, or of one that none holds from the tables, and its history from these. */
@Injectable()
export class TokenReader {
  constructor(
    private readonly store: ScreeningStore,
    private readonly rows: TokenRows,
  ) {}

  /** Throws a 404 for a mint that was never measured. */
  async read(mint: string): Promise<KnownToken> {
    const { projection } = this.store;
    const known = projection.held(mint) ?? (await this.rows.newest(mint));
    if (!known) throw new ProblemError('not_found', 'Nothing is stored of this mint.');
    const { measurement } = known;
    const [assessed, ofFirstHour] = await Promise.all([
      this.rows.layers(mint),
      this.rows.ofFirstHour(measurement),
    ]);
    const layers = Object.fromEntries(
      assessed.map((told) => [told.layer, assessedOf(told)]),
    ) as AssessedLayers;
    return {
      shown: { ...known, layers, scores: rowScoresOf(measurement, layers) },
      solPriceUsd: projection.solPriceFor(measurement),
      assessed,
      ofFirstHour,
    };
  }
}
