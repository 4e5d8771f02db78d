import { type ListName, type ListSource, type StreamQuery, streamListOf } from '@cryptonite/contracts/api';

/** Whether a client named the list, or its items of that source. */
export type IsNamed = (name: ListName, source: string | null) => boolean;

/** By `lists` of a query; every list where it names none. */
export function namedBy(lists: StreamQuery['lists']): IsNamed {
  if (lists === undefined) return () => true;
  const named = new Set(lists.split(','));
  return (name, source) =>
    named.has(name) || (source !== null && named.has(streamListOf(name, source as ListSource)));
}
