/** How well values tell in advance what happens. Every figure may count each case several times, as a resample does. */

/** What a rule said of each of the cases, and what came. */
export type Reading = {
  /** Larger is sooner; what is unknown comes last. */
  ranks: readonly (number | null)[];
  /** Whether it said so at its own limit; null where it has none. */
  calls: readonly boolean[] | null;
  /** As a share, of what is known; null where it is no probability. */
  chances: readonly (number | null)[] | null;
  came: readonly boolean[];
};

/** How often each case counts. */
export type Weights = ArrayLike<number>;

/** Null where there is nothing to divide by. */
export type Figures = {
  precision: number | null;
  recall: number | null;
  auprc: number | null;
  mcc: number | null;
  calibrationError: number | null;
};
export const FIGURES = ['precision', 'recall', 'auprc', 'mcc', 'calibrationError'] as const;

const BINS = 10;

/** Sorts once: what is made of it takes as many figures as there are resamples. */
export function measureOf({ ranks, calls, chances, came }: Reading): (weights: Weights) => Figures {
  const order = ranks.map((_, index) => index).sort((a, b) => compareRanks(ranks[a]!, ranks[b]!));
  return (weights) => ({
    ...(calls ? callFigures(calls, came, weights) : { precision: null, recall: null, mcc: null }),
    auprc: averagePrecision(order, ranks, came, weights),
    calibrationError: chances && calibrationError(chances, came, weights),
  });
}

function compareRanks(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return b - a;
}

/**
 * The sum over each step of recall times the precision there. Cases of equal rank are one step: among them no order is
 * known, and none can win.
 */
function averagePrecision(
  order: readonly number[],
  ranks: Reading['ranks'],
  came: Reading['came'],
  weights: Weights,
): number | null {
  const all = sumOf(weights, (index) => came[index]!);
  if (all === 0) return null;
  let [seen, hits, sum, counted] = [0, 0, 0, 0];
  order.forEach((index, place) => {
    const weight = weights[index]!;
    seen += weight;
    if (came[index]) hits += weight;
    const next = order[place + 1];
    const isStep = next === undefined || ranks[next] !== ranks[index];
    if (!isStep || seen === 0) return;
    sum += ((hits - counted) / all) * (hits / seen);
    counted = hits;
  });
  return sum;
}

function callFigures(calls: readonly boolean[], came: Reading['came'], weights: Weights) {
  const count = (isCalled: boolean, hasCome: boolean) =>
    sumOf(weights, (index) => calls[index] === isCalled && came[index] === hasCome);
  const [hits, false_, missed, rest] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const root = Math.sqrt((hits + false_) * (hits + missed) * (rest + false_) * (rest + missed));
  return {
    precision: ratioOf(hits, hits + false_),
    recall: ratioOf(hits, hits + missed),
    mcc: ratioOf(hits * rest - false_ * missed, root),
  };
}

/** In ten equal bins: how far what was said lies from what came, on average of the cases of which anything was said. */
function calibrationError(
  chances: readonly (number | null)[],
  came: Reading['came'],
  weights: Weights,
): number | null {
  const bins = Array.from({ length: BINS }, () => ({ cases: 0, said: 0, hits: 0 }));
  chances.forEach((chance, index) => {
    if (chance === null) return;
    const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))]!;
    const weight = weights[index]!;
    bin.cases += weight;
    bin.said += weight * chance;
    if (came[index]) bin.hits += weight;
  });
  const cases = bins.reduce((sum, bin) => sum + bin.cases, 0);
  return ratioOf(
    bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.hits), 0),
    cases,
  );
}

function sumOf(weights: Weights, isCounted: (index: number) => boolean): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) if (isCounted(index)) sum += weights[index]!;
  return sum;
}

const ratioOf = (part: number, all: number): number | null => (all === 0 ? null : part / all);

/** Every case once. */
export const once = (cases: number): Weights => new Uint16Array(cases).fill(1);

/** So many cases drawn anew with putting back, `count` times. @param below a whole number from 0 to below its argument */
export const resamplesOf = (cases: number, count: number, below: (bound: number) => number): Weights[] =>
  Array.from({ length: count }, () => {
    const weights = new Uint16Array(cases);
    for (let drawn = 0; drawn < cases; drawn += 1) weights[below(cases)]! += 1;
    return weights;
  });

export type Interval = { low: number; high: number };

/** What 95% of the resamples lie within; null where none says anything. */
export function intervalOf(values: readonly (number | null)[]): Interval | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return { low: at(0.025), high: at(0.975) };
}
