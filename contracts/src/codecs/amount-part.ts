import type { Limits } from './limits.js';
import { type Part, unsure } from './part.js';

/** By way of a double, which holds so many digits, it takes half the time. */
const EXACT_DIGITS = 15;

/** A `bigint` that stands in JSON as a text of its digits. */
export function amountPart(pattern: RegExp, { least, most }: Limits<bigint>): Part {
  if (least === null || most === null || most < 0n)
    throw new Error('No codec is compiled of an amount without limits, or of one that is below 0');
  // A text of fewer characters than any limit is of an amount within them, where 0 is.
  const shortest = least > 0n ? 1 : least === 0n ? Number.POSITIVE_INFINITY : `${least}`.length;
  const within = Math.min(`${most}`.length, shortest) - 1;
  return {
    read(value) {
      if (typeof value !== 'string' || !pattern.test(value)) unsure();
      if (value.length <= EXACT_DIGITS && value.length <= within) return BigInt(Number(value));
      const amount = BigInt(value);
      return value.length <= within || (amount >= least && amount <= most) ? amount : unsure();
    },
    write: (value) =>
      typeof value === 'bigint' && value >= least && value <= most ? `"${value}"` : unsure(),
  };
}
