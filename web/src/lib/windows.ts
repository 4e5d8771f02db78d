/** What a window is called of a token: one that has not lived it is measured since its launch, and says so. */
import { WINDOW_MS } from '@cryptonite/contracts/rules';

/** Of a token, in ms of stream time; `createdAt` is null where its launch was not seen. */
export type Life = { createdAt: number | null; measuredAt: number };

const WORDS = { m5: '5 min', h1: '1 h', h24: '24 h' } as const;
export type WindowName = keyof typeof WORDS;

const SINCE_LAUNCH = 'since launch';
const SECOND_HALF = '2nd half of its life';

const isYounger = ({ createdAt, measuredAt }: Life, ms: number): boolean =>
  createdAt !== null && measuredAt - createdAt < ms;

/** "24 h"; of a token under 24 hours "since launch". */
export const windowWords = (window: WindowName, life: Life): string =>
  isYounger(life, WINDOW_MS[window]) ? SINCE_LAUNCH : WORDS[window];

/** The same of a change of the price: over five minutes a younger token's is that of "2nd half of its life". */
export const priceWindowWords = (window: WindowName, life: Life): string =>
  window === 'm5' && isYounger(life, WINDOW_MS.m5) ? SECOND_HALF : windowWords(window, life);

const UNIT_MS: Record<string, number> = { min: 60_000, h: 3_600_000 };
/** A window in a sentence, with what of the price it is said of; not of posts, nor of what compares two windows. */
const SAID =
  /(\bprice (?:change )?(?:up \S+ )?)?(?<!\bposts? )\b(?:over|in|of(?: the last)?) (\d+) (min|h)\b(?! (?:at|against)\b)/gi;

/** A label of the rules or a sentence of the server, with the windows in it called as {@link windowWords} does. */
export function sayWindows(text: string, life: Life): string {
  return text.replace(SAID, (said, price: string | undefined, count: string, unit: string) => {
    const ms = Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0);
    if (!isYounger(life, ms)) return said;
    return price && ms === WINDOW_MS.m5 ? `${price}over the ${SECOND_HALF}` : `${price ?? ''}${SINCE_LAUNCH}`;
  });
}
