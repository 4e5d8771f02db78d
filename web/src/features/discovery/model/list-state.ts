/** A list as it is being read, and several as one. */
import { useMemo } from 'react';
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

/** Each token once, as the first of the lists that holds it says it. */
export function mergeAnswers<Item extends { mint: string }>(
  answers: readonly [Answer<Item>, ...Answer<Item>[]],
): Answer<Item> {
  const byMint = new Map<string, Item>();
  for (const { items } of answers)
    for (const item of items) if (!byMint.has(item.mint)) byMint.set(item.mint, item);
  const beyond = answers.reduce((sum, { items, total }) => sum + total - items.length, 0);
  const times = answers.flatMap(({ asOf }) => asOf ?? []);
  return {
    items: [...byMint.values()],
    total: byMint.size + beyond,
    profile: answers[0].profile,
    asOf: times.length === 0 ? null : Math.max(...times),
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
export function useMergedList<Item extends { mint: string }>(
  states: readonly ListState<Item>[],
): ListState<Item> {
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
