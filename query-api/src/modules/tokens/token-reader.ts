import type { StoredPart, TokenPage } from '@cryptonite/contracts/api';
import type { LayerAssessed } from '@cryptonite/contracts/events';
import { type Measurement, scoreInputsOf } from '@cryptonite/contracts/measures';
import { bestPatternOf } from '@cryptonite/contracts/rules';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type AssessedLayers, assessedOf } from '../screening/scores/found.js';
import { rowScoresOf } from '../screening/scores/row-scores.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { isNewer } from '../screening/view/known.js';
import type { ShownToken } from '../screening/view/screened-token.js';
import { KnownMints } from './known-mints.js';
import { type Place, TokenRows } from './token-rows.js';
import type { FirstHour } from './view/detailed-scores.js';

/** All that is known of one token. */
export type KnownToken = {
  shown: ShownToken;
  solPriceUsd: number | null;
  assessed: readonly LayerAssessed[];
  /** What its pattern is told by; null where nothing tells. */
  firstHour: FirstHour | null;
};

/** What the lists hold of it is of one measurement; what only tables hold may be `behind` that. */
export type ListedToken = KnownToken & Pick<TokenPage, 'behind'>;

export type StoredToken = KnownToken & {
  /** Its newest fact in the tables; null where they hold none. */
  storedTo: Place | null;
  /** As the lists hold it; null where none does. */
  listed: Measurement | null;
};

type Row = Omit<ShownToken, 'scores'>;

const byLayer = (assessed: readonly LayerAssessed[]): AssessedLayers =>
  Object.fromEntries(assessed.map((one) => [one.layer, assessedOf(one)]));

/** Of each layer what was told last. */
const newestOf = (assessed: readonly LayerAssessed[]): LayerAssessed[] => [
  ...assessed
    .reduce(
      (newest, one) => (isNewer(one, newest.get(one.layer)) ? newest.set(one.layer, one) : newest),
      new Map<string, LayerAssessed>(),
    )
    .values(),
];

/** A float's sum may end a hair apart. */
const SAME_SCORE = 1e-9;

/** Whether a pattern's score is that of what tells its parts. */
const isMatched = (patternScore: number | null, firstHour: FirstHour | null): boolean =>
  patternScore === null ||
  (firstHour !== null &&
    Math.abs(bestPatternOf(scoreInputsOf(firstHour.matched)).total.score - patternScore) < SAME_SCORE);

const notStored = () => new ProblemError('not_found', 'Nothing is stored of this mint.');

/** Reads all that is known of one token. Both ways throw a 404 for a mint that was never measured. */
@Injectable()
export class TokenReader {
  constructor(
    private readonly store: ScreeningStore,
    private readonly rows: TokenRows,
    private readonly known: KnownMints,
  ) {}

  /** Throws a 404 for a mint that was surely never measured, without asking ClickHouse. */
  check(mint: string): void {
    if (!this.store.projection.held(mint) && !this.known.mayBe(mint)) throw notStored();
  }

  /** As the lists show it now, where one holds it, else as it is stored. */
  async readListed(mint: string): Promise<ListedToken> {
    const { projection } = this.store;
    const held = projection.held(mint);
    if (!held) return { ...(await this.readStored(mint)), behind: null };
    // What is held goes on while tables are read.
    const row = { ...held, layers: { ...held.layers } };
    const recent = projection.recentLayers(mint);
    const solPriceUsd = projection.solPriceFor(row.measurement);
    const [stored, firstHour, described] = await Promise.all([
      this.rows.layers(row.measurement),
      this.rows.ofFirstHour(row.measurement),
      this.#describe(row),
    ]);
    const assessed = newestOf([...stored, ...recent]);
    return {
      shown: { ...row, described, scores: rowScoresOf(row.measurement, row.layers) },
      solPriceUsd,
      assessed,
      firstHour,
      behind: await this.#behind(row, assessed, firstHour),
    };
  }

  /**
   * At one place: its measurement, layers and history as far as the tables reach, which are seconds behind the lists. Of a
   * token that the lists hold and no table yet, what the lists say.
   */
  async readStored(mint: string): Promise<StoredToken> {
    const { projection } = this.store;
    const storedTo = await this.rows.storedTo(mint);
    const stored = await this.rows.measured(mint, storedTo);
    const held = projection.held(mint);
    const known = stored ?? held;
    if (!known) throw notStored();
    const { measurement, source } = known;
    const row = { measurement, source, described: held?.described ?? known.described };
    const [described, assessed, firstHour] = await Promise.all([
      this.#describe(row),
      this.rows.layers(measurement),
      this.rows.ofFirstHour(measurement),
    ]);
    const layers = stored ? byLayer(assessed) : { ...held?.layers, ...byLayer(assessed) };
    return {
      shown: {
        ...row,
        described,
        trail: held?.trail ?? null,
        layers,
        scores: rowScoresOf(measurement, layers),
      },
      solPriceUsd: projection.solPriceFor(measurement),
      assessed,
      firstHour,
      storedTo,
      listed: held?.measurement ?? null,
    };
  }

  async #describe({
    measurement,
    described,
  }: Pick<Row, 'measurement' | 'described'>): Promise<Row['described']> {
    return described ?? (await this.rows.described(measurement.mint));
  }

  /** Where the tables have all that the measurement has, nothing is behind, whatever else keeps it apart. */
  async #behind(
    { measurement, layers }: Row,
    assessed: readonly LayerAssessed[],
    firstHour: FirstHour | null,
  ): Promise<TokenPage['behind']> {
    const areFindings = Object.entries(layers).some(([name, held]) =>
      isNewer(
        held,
        assessed.find(({ layer }) => layer === name),
      ),
    );
    const what: StoredPart[] = areFindings ? ['findings'] : [];
    if (!isMatched(measurement.patternScore, firstHour)) what.push('patterns');
    if (what.length === 0) return null;
    const stored = (await this.rows.measured(measurement.mint, null))?.measurement;
    return isNewer(measurement, stored) ? { what, measuredAt: stored?.time ?? null } : null;
  }
}
