export type End = { partition: number; low: number; high: number };
type Committed = { partition: number; offset: string };

/** Offsets that a group has not read yet, over all partitions; null where there are some and it has never committed. */
export function sumLag(ends: readonly End[], committed: readonly Committed[]): number | null {
  const offsets = new Map(committed.map(({ partition, offset }) => [partition, Number(offset)]));
  const isEmpty = ends.length > 0 && ends.every(({ low, high }) => low === high);
  if (!isEmpty && ![...offsets.values()].some((offset) => offset >= 0)) return null;
  return ends.reduce((lag, { partition, low, high }) => {
    const next = Math.max(offsets.get(partition) ?? -1, low);
    return lag + Math.max(0, high - next);
  }, 0);
}
