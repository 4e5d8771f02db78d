/** What became of a token after it was judged, of its prices alone. */
import type { MomentName, PlayedToken } from '@cryptonite/contracts/evaluation';
import { DOUBLED_MULTIPLE, DUMPED_PERCENT, WINDOW_MS } from '@cryptonite/contracts/rules';

/** A token that had not graduated a day after it was judged did not. */
const GRADUATED_WITHIN_MS = WINDOW_MS.h24;
const PRICED_WITHIN_MS = WINDOW_MS.h1;

export const OUTCOMES = ['graduated', 'doubled', 'dumped'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];
/** Whether it came; null of a token of which it cannot be asked. */
export type Outcomes = Record<OutcomeName, boolean | null>;

/** Null where the token never came to that moment. */
export function outcomesOf(token: PlayedToken, moment: MomentName): Outcomes | null {
  const at = token.moments[moment]?.at;
  return at === undefined ? null : { graduated: graduatedOf(token, at), ...pricesOf(token, at) };
}

/** What was seen to come came; that it did not is known where all of the time was seen. */
const seen = (came: boolean, isWhole: boolean): boolean | null => (came ? true : isWhole ? false : null);

/** Of a token whose curve was complete before nobody needs to be told. */
function graduatedOf({ completedAt, migratedAt, followedUntil }: PlayedToken, at: number): boolean | null {
  const isBefore = (time: number | null) => time !== null && time <= at;
  if (isBefore(completedAt) || isBefore(migratedAt)) return null;
  const end = at + GRADUATED_WITHIN_MS;
  return seen(migratedAt !== null && migratedAt <= end, end <= followedUntil);
}

/** Against the newest price at the moment; trades of its second count as before it. Prices of two quotes do not compare. */
function pricesOf({ prices, followedUntil }: PlayedToken, at: number): Omit<Outcomes, 'graduated'> {
  const start = prices.findLast(([time]) => time <= at);
  if (start === undefined) return { doubled: null, dumped: null };
  const [, startPrice, startQuote] = start;
  const end = at + PRICED_WITHIN_MS;
  let isWhole = end <= followedUntil;
  let peak = startPrice;
  let [doubled, dumped] = [false, false];
  for (const [time, price, quoteMint] of prices) {
    if (time <= at || time > end) continue;
    if (quoteMint !== startQuote) {
      isWhole = false;
      break;
    }
    peak = Math.max(peak, price);
    doubled ||= price >= startPrice * DOUBLED_MULTIPLE;
    dumped ||= (1 - price / peak) * 100 >= DUMPED_PERCENT;
  }
  return { doubled: seen(doubled, isWhole), dumped: seen(dumped, isWhole) };
}
