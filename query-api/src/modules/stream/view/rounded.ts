import type { ScreenedToken, StreamToken } from '@cryptonite/contracts/api';
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

function roundToken<Token extends Pick<ScreenedToken, 'price' | 'priceTrail'>>(token: Token): Token {
  const { price, priceTrail } = token;
  return {
    ...(roundIn(token) as Token),
    price: price === null ? null : plainDecimal(round(Number(price), DIGITS)),
    priceTrail: priceTrail.map((close) => (close === null ? null : round(close, TRAIL_DIGITS))),
  };
}

type Left = NonNullable<StreamToken['left']>;
const roundLeft = (left: Left): Left =>
  Object.fromEntries(
    Object.entries(left).map(([name, { item, ...leaving }]) => [
      name,
      { ...(roundIn(leaving) as object), item: item && roundToken(item) },
    ]),
  ) as Left;

/** By the token that was rounded: what stands on several groups' lists is rounded once. */
const roundedTokens = new WeakMap<ScreenedToken, ScreenedToken>();

function roundTokenOnce(token: ScreenedToken): ScreenedToken {
  const said = roundedTokens.get(token) ?? roundToken(token);
  roundedTokens.set(token, said);
  return said;
}

/** What a token is on the stream: every number with as many digits as are of use. Its token is shared, and not to be changed. */
export const rounded = ({ token, lists, left, ...rest }: StreamToken): StreamToken => ({
  ...rest,
  ...(left && { left: roundLeft(left) }),
  token: token && roundTokenOnce(token),
  lists: roundIn(lists) as typeof lists,
});
