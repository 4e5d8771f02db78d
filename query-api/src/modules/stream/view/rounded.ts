import type { StreamToken } from '@cryptonite/contracts/api';
import { plainDecimal } from '../../screening/view/plain-decimal.js';

/** More than any screen shows of a number, and half of what a double has: the other half does not compress. */
const DIGITS = 7;
/** A sparkline has 30 points in as many pixels of height. */
const TRAIL_DIGITS = 4;

/** Scores, shares and percents end there. */
const HUNDRED = 100;

/** Times and counts are whole, and stay as they are; so does what is a hair from whole points, which are shown without fraction. */
function round(value: number, digits: number): number {
  if (Number.isInteger(value)) return value;
  const near = Number(value.toPrecision(digits));
  return Number.isInteger(near) && Math.abs(near) <= HUNDRED ? value : near;
}

function roundIn(value: unknown): unknown {
  if (typeof value === 'number') return round(value, DIGITS);
  if (Array.isArray(value)) return value.map(roundIn);
  if (typeof value !== 'object' || value === null) return value;
  const said: Record<string, unknown> = {};
  for (const [field, inner] of Object.entries(value)) said[field] = roundIn(inner);
  return said;
}

/** What a token is on the stream: every number with as many digits as are of use. */
export function rounded({ token, lists, left, ...rest }: StreamToken): StreamToken {
  const said = { ...rest, ...(left && { left: roundIn(left) as typeof left }) };
  if (!token) return { ...said, token, lists };
  const { price, priceTrail } = token;
  return {
    ...said,
    token: {
      ...(roundIn(token) as typeof token),
      price: price === null ? null : plainDecimal(round(Number(price), DIGITS)),
      priceTrail: priceTrail.map((close) => (close === null ? null : round(close, TRAIL_DIGITS))),
    },
    lists: roundIn(lists) as typeof lists,
  };
}
