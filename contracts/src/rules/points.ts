/** How observed values earn points. */

/** Null is what was not observed. */
export type Observed = number | boolean | null;

/**
 * `linear` and `log`: nothing at `from`, everything at `to`, between them by the value or by its logarithm, flat outside;
 * `from` may be the larger. A count that starts at 0 goes by the logarithm of one more. `range`: everything from `from` to
 * `to`, nothing outside. `flag`: everything where it is so.
 */
export type Scale = { kind: 'linear' | 'log' | 'range'; from: number; to: number } | { kind: 'flag' };

/** A value that is no number was not observed. */
export const observedOf = (value: Observed): Observed =>
  typeof value === 'number' && !Number.isFinite(value) ? null : value;

/** Of all its points, 0–1. */
export function earnedShare(scale: Scale, value: number | boolean): number {
  const number = Number(value);
  if (scale.kind === 'flag') return number === 0 ? 0 : 1;
  const { kind, from, to } = scale;
  if (kind === 'range') return number >= from && number <= to ? 1 : 0;
  const held = Math.min(Math.max(number, Math.min(from, to)), Math.max(from, to));
  if (kind === 'linear') return (held - from) / (to - from);
  const log = Math.min(from, to) === 0 ? Math.log1p : Math.log;
  return (log(held) - log(from)) / (log(to) - log(from));
}
