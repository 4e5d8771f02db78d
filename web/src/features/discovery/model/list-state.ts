/** A list as it is being read, and several as one. */
import { useMemo } from 'react';
import type { SinceListing } from './drawn-token';
import type { Answer } from './held-lists';

/** What of a query its list looks at. Times are the viewer's clock. */
export type ListState<Item> = {
  data: Answer<Item> | undefined;
  error: Error | null;
  isError: boolean;
  /** It was not answered yet. */
  isPending: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  refetch: () => unknown;
};

type Mergeable = { mint: string } & SinceListing;

/** By item: what was last made of it, so that what did not change stays the same object. */
const made = new WeakMap<object, { other: unknown; item: unknown }>();

/** `item` with the earlier of its listing and that of `other`; where they are as early, with its own. */
function firstListed<Item extends Mergeable>(item: Item, other: Item): Item {
  if (other.listedAt === null || (item.listedAt !== null && item.listedAt <= other.listedAt)) return item;
  const known = made.get(item);
  if (known?.other === other) return known.item as Item;
  const { listedOn, listedAt, initialMarketCap, marketCapChangePercent } = other;
  const listing = { listedAt, initialMarketCap, marketCapChangePercent, ...(listedOn && { listedOn }) };
  const merged = { ...item, ...listing };
  made.set(item, { other, item: merged });
  return merged;
}

/** How many tokens of a list lie beyond its answer. */
export const beyond = ({ items, total }: Pick<Answer<unknown>, 'items' | 'total'>): number =>
  total - items.length;

/** Each token once, as the first of the lists that holds it says it, since its first listing on any of them. */
export function mergeAnswers<Item extends Mergeable>(
  answers: readonly [Answer<Item>, ...Answer<Item>[]],
): Answer<Item> {
  const byMint = new Map<string, Item>();
  for (const item of answers.flatMap(({ items }) => items)) {
    const first = byMint.get(item.mint);
    byMint.set(item.mint, first ? firstListed(first, item) : item);
  }
  const isPart = answers.some((answer) => answer.isPart);
  const times = isPart ? [] : answers.flatMap(({ asOf }) => asOf ?? []);
  return {
    items: [...byMint.values()],
    total: answers.reduce((sum, answer) => sum + beyond(answer), byMint.size),
    profile: answers[0].profile,
    asOf: times.length === 0 ? null : Math.max(...times),
    ...(isPart && { isPart }),
  };
}

/** Whether answers fail, and how old what is shown is: as the oldest list of it. One that was never answered shows nothing. */
export function ageOf(
  states: readonly ListState<unknown>[],
): Pick<ListState<unknown>, 'isError' | 'dataUpdatedAt'> {
  const shown = states.filter(({ data }) => data);
  const asked = shown.length > 0 ? shown : states;
  return {
    isError: asked.some(({ isError }) => isError),
    dataUpdatedAt: Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  };
}

/** Several lists as one, once each was answered or failed. It fails where none was answered. */
export function useMergedList<Item extends Mergeable>(states: readonly ListState<Item>[]): ListState<Item> {
  const answers = states.map(({ data }) => data);
  const data = useMemo(() => {
    const [first, ...others] = answers.flatMap((answer) => answer ?? []);
    return first && mergeAnswers([first, ...others]);
  }, answers);
  const isPending = states.some((state) => state.isPending);
  const failed = states.filter(({ isError }) => isError);
  return {
    data: isPending ? undefined : data,
    error: data ? null : (failed[0]?.error ?? null),
    ...ageOf(states),
    isPending,
    isFetching: states.some(({ isFetching }) => isFetching),
    errorUpdatedAt: Math.max(...states.map(({ errorUpdatedAt }) => errorUpdatedAt)),
    refetch: () => failed.map(({ refetch }) => refetch()),
  };
}
