import { useCallback, useRef } from 'react';
import { useNow } from '../../../ui/use-now';

/** A score moves with every trade. The order that follows from it is made anew so often, so that cards can be read. */
const ORDER_EVERY_MS = 10_000;

type Token = { mint: string };
type ScoreOf<Item> = (item: Item) => number | null;
export type Scores = ReadonlyMap<string, number | null>;

export const hypeOf = ({ hypeScore }: { hypeScore: number | null }): number | null => hypeScore;

/** What tokens are ordered by until they are looked at again; one that was not there counts by what it has now. */
export const scoresOf = <Item extends Token>(
  items: readonly Item[],
  scoreOf: ScoreOf<Item>,
  before: Scores,
): Scores =>
  new Map(
    items.map((item) => {
      const { mint } = item;
      return [mint, before.has(mint) ? (before.get(mint) ?? null) : scoreOf(item)];
    }),
  );

/** The highest first; what is unknown last, and equals in an order that does not change. */
export const sortByScore = <Item extends Token>(items: readonly Item[], scores: Scores): Item[] => {
  const scoreOf = ({ mint }: Item) => scores.get(mint) ?? Number.NEGATIVE_INFINITY;
  return [...items].sort((a, b) => scoreOf(b) - scoreOf(a) || (a.mint < b.mint ? -1 : 1));
};

/** Sorts by a score as it was when the order was last made. `scoreOf` is always the same. */
export function useSteadyOrder<Item extends Token>(
  scoreOf: ScoreOf<Item>,
): (items: readonly Item[]) => Item[] {
  const tick = useNow(ORDER_EVERY_MS);
  const kept = useRef<{ tick: number; scores: Scores }>({ tick, scores: new Map() });
  return useCallback(
    (items: readonly Item[]) => {
      const before = kept.current.tick === tick ? kept.current.scores : new Map<string, number | null>();
      const scores = scoresOf(items, scoreOf, before);
      kept.current = { tick, scores };
      return sortByScore(items, scores);
    },
    [tick, scoreOf],
  );
}
