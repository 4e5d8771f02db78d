/** Each predictor against each outcome, of the tokens that came to a moment. */
import type { MomentName, PlayedToken } from '@cryptonite/contracts/evaluation';
import { Random } from '@cryptonite/provider/random.js';
import { OUTCOMES, type OutcomeName, outcomesOf } from './outcomes.js';
import { ALONE, PREDICTORS, type Predictor } from './predictors.js';
import {
  FIGURES,
  type Figures,
  type Interval,
  intervalOf,
  measureOf,
  once,
  type Reading,
  resamplesOf,
} from './statistics.js';

const RESAMPLES = 200;

export type Figure = { value: number; interval: Interval | null };
export type Row = {
  kind: Predictor['kind'] | 'base';
  label: string;
  /** Share of the tokens of which it is unknown, 0–1. */
  unknown: number;
  figures: Record<keyof Figures, Figure | null>;
};
export type Evaluated = {
  moment: MomentName;
  outcome: OutcomeName;
  tokens: number;
  /** To how many it came. */
  came: number;
  rows: Row[];
};

type Case = { token: PlayedToken; came: boolean };

/** @param seed of the resamples, beside that of the market */
export function evaluate(tokens: readonly PlayedToken[], moment: MomentName, seed: number): Evaluated[] {
  return OUTCOMES.map((outcome) => {
    const cases = tokens.flatMap((token): Case[] => {
      const came = outcomesOf(token, moment)?.[outcome] ?? null;
      return came === null ? [] : [{ token, came }];
    });
    return { ...evaluateCases(cases, moment, outcome, seed), moment, outcome };
  });
}

function evaluateCases(cases: readonly Case[], moment: MomentName, outcome: OutcomeName, seed: number) {
  const random = new Random(`resamples ${seed}:${moment}:${outcome}`);
  const resamples = resamplesOf(cases.length, RESAMPLES, (bound) => random.below(bound));
  const came = cases.map((each) => each.came);
  const rowOf = (kind: Row['kind'], label: string, reading: Reading): Row => {
    const measure = measureOf(reading);
    const all = measure(once(cases.length));
    const drawn = resamples.map(measure);
    const figures = Object.fromEntries(
      FIGURES.map((name) => {
        const value = all[name];
        return [name, value === null ? null : { value, interval: intervalOf(drawn.map((of) => of[name])) }];
      }),
    ) as Row['figures'];
    const unknown = reading.ranks.filter((rank) => rank === null).length / Math.max(1, cases.length);
    return { kind, label, unknown, figures };
  };
  const read = (predictor: Predictor) => readingOf(predictor, cases, moment, outcome === 'dumped');
  return {
    tokens: cases.length,
    came: came.filter(Boolean).length,
    rows: [
      rowOf('base', 'Base rate', { ranks: cases.map(() => 0), calls: null, chances: null, came }),
      ...ALONE.map((predictor) => {
        const reading = read(predictor);
        const rows = [
          rowOf('alone', `${predictor.label}, more first`, reading),
          rowOf('alone', `${predictor.label}, less first`, {
            ...reading,
            ranks: reading.ranks.map((rank) => (rank === null ? null : -rank)),
          }),
        ];
        return rows.reduce((a, b) => (auprcOf(b) > auprcOf(a) ? b : a));
      }),
      ...PREDICTORS.map((predictor) => rowOf(predictor.kind, predictor.label, read(predictor))),
    ],
  };
}

export const auprcOf = ({ figures }: Row): number => figures.auprc?.value ?? Number.NEGATIVE_INFINITY;

/** Of an outcome that is bad, what is of merit says that it does not come. What is unknown says nothing. */
function readingOf(
  { kind, merit, isEnough }: Predictor,
  cases: readonly Case[],
  moment: MomentName,
  isBad: boolean,
): Reading {
  const merits = cases.map(({ token }) => {
    const measurement = token.moments[moment]?.measurement ?? null;
    return measurement === null ? null : merit(measurement);
  });
  const turns = isBad && kind !== 'alone';
  return {
    ranks: merits.map((value) => (value === null || !turns ? value : -value)),
    calls: isEnough && merits.map((value) => value !== null && isEnough(value) !== turns),
    chances:
      kind === 'score'
        ? merits.map((value) => (value === null ? null : (turns ? 100 - value : value) / 100))
        : null,
    came: cases.map(({ came }) => came),
  };
}
