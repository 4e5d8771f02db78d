/** Which of a token's trades each trace names. */
import { EACH } from '../trades.sql.js';
import type { Trace } from './traces.js';
import { type Span, WINDOW_NAMES, windowAt } from './windows.js';

export type TracedTrade = {
  position: string;
  time: number;
  amount: number;
  signature: string;
  side: string;
  isAgent: boolean;
  isCreator: boolean;
};

const NEWEST_MOST = 3;

/** Stream times, and of the pattern the span that it is told by; null where nothing tells it. */
type Asked = { time: number; moments: readonly number[]; firstHour: (Span & { position: string }) | null };

/** The times between which the newest and the largest trades are to be known, for every trace to have its own. */
export const cutsOf = ({ time, moments, firstHour }: Asked): number[] => [
  ...WINDOW_NAMES.map((name) => windowAt(name, time).from),
  ...moments.map((moment) => moment + 1),
  ...(firstHour === null ? [] : [firstHour.from, firstHour.to + 1]),
];

const newestFirst = (trades: readonly TracedTrade[]): TracedTrade[] =>
  [...trades].sort((a, b) => (a.position < b.position ? 1 : a.position > b.position ? -1 : 0));

const named = (trades: readonly TracedTrade[]): string[] => trades.map(({ signature }) => signature);

/** The newest, then the largest. */
function partOf(trades: readonly TracedTrade[]): string[] {
  const newest = newestFirst(trades);
  const largest = [...newest].reverse().sort((a, b) => b.amount - a.amount);
  return named([...newest.slice(0, EACH), ...largest.slice(0, EACH)]);
}

/** Of an agent's trades no window tells. */
export function tracedBy(trades: readonly TracedTrade[], { time, firstHour }: Asked): Map<Trace, string[]> {
  const counted = trades.filter(({ isAgent }) => !isAgent);
  const since = (from: number) => counted.filter((trade) => trade.time >= from);
  const ofDay = since(windowAt('24h', time).from);
  return new Map<Trace, string[]>([
    ['newestTrade', named(newestFirst(trades).slice(0, NEWEST_MOST))],
    ['tradesLife', partOf(counted)],
    ['buys24h', partOf(ofDay.filter(({ side }) => side === 'buy'))],
    ['sells24h', partOf(ofDay.filter(({ side }) => side === 'sell'))],
    ['creatorSales', partOf(counted.filter(({ side, isCreator }) => isCreator && side === 'sell'))],
    [
      'firstHour',
      firstHour === null
        ? []
        : partOf(
            counted.filter(
              (trade) =>
                trade.time >= firstHour.from &&
                trade.time <= firstHour.to &&
                trade.position <= firstHour.position,
            ),
          ),
    ],
    ...WINDOW_NAMES.map((name): [Trace, string[]] => {
      const { from } = windowAt(name, time);
      const before = newestFirst(counted.filter((trade) => trade.time < from)).slice(0, 1);
      // By the newest before a window a change is told, and that nothing came after it: first, as there may be more than fit.
      return [`trades${name}`, [...named(before), ...partOf(since(from))]];
    }),
  ]);
}

/** Of all that were until then the newest. */
export const newestAt = (trades: readonly TracedTrade[], moment: number): string[] =>
  named(newestFirst(trades.filter(({ time }) => time <= moment)).slice(0, 1));
