/**
 * A place in the stream as an answer or an event names it: by partition, the offset read last ("0:12,1:44"). The page
 * compares such places and makes none up.
 */
const parse = (position: string): Map<string, number> =>
  new Map(
    position.split(',').map((pair) => {
      const [partition = '', offset] = pair.split(':');
      return [partition, Number(offset)];
    }),
  );

/** What lies before both; null where one is not known, or they are not of the same partitions. */
export function earlierOf(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  const [first, second] = [parse(a), parse(b)];
  if (first.size !== second.size) return null;
  const pairs: string[] = [];
  for (const [partition, offset] of first) {
    const earlier = Math.min(offset, second.get(partition) ?? Number.NaN);
    if (!Number.isSafeInteger(earlier)) return null;
    pairs.push(`${partition}:${earlier}`);
  }
  return pairs.join(',');
}
