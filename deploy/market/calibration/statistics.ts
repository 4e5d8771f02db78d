/** Values in ascending order, and what is asked of them. */
export class Distribution {
  readonly #sorted: Float64Array;

  constructor(values: Iterable<number>) {
    this.#sorted = Float64Array.from(values).sort();
  }

  get size(): number {
    return this.#sorted.length;
  }

  get mean(): number | null {
    return this.size === 0 ? null : this.#sorted.reduce((sum, value) => sum + value, 0) / this.size;
  }

  /** The value below which a share of the others lie, 0 to 1; null of nothing. */
  quantile(share: number): number | null {
    return this.#sorted[Math.min(this.size - 1, Math.floor(share * this.size))] ?? null;
  }

  /** Percentiles 0 to 100. */
  percentiles(): number[] {
    return Array.from({ length: 101 }, (_, percent) => this.quantile(percent / 100) ?? 0);
  }
}

export const distributionOf = <T>(items: Iterable<T>, read: (item: T) => number | null): Distribution =>
  new Distribution([...items].map(read).filter((value): value is number => value !== null));

/** Null of nothing. */
export function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number | null {
  return items.length === 0 ? null : items.filter(holds).length / items.length;
}

/** Pearson's correlation. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const meanOf = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}

/** The error function, to 1.5e-7 (Abramowitz and Stegun 7.1.26). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const value = 1 - series * Math.exp(-x * x);
  return x < 0 ? -value : value;
}

/** Share of a lognormal distribution below a value. */
export const lognormalShare = (value: number, median: number, sigma: number): number =>
  value <= 0 ? 0 : 0.5 * (1 + errorFunction(Math.log(value / median) / (sigma * Math.SQRT2)));
