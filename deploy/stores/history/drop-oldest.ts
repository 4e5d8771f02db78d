/** Keeps the ClickHouse tables of one machine within a limit: whole partitions go, the oldest first. */

export type Partition = { table: string; partitionId: string; oldestMs: number; bytes: number };

/**
 * The partitions to drop so that at most `limitBytes` stay. The newest partition of each table stays whatever its
 * size: rows are still being written to it.
 */
export function partitionsToDrop(partitions: readonly Partition[], limitBytes: number): Partition[] {
  const newest = new Map<string, number>();
  for (const { table, oldestMs } of partitions)
    newest.set(table, Math.max(newest.get(table) ?? Number.NEGATIVE_INFINITY, oldestMs));
  const droppable = partitions
    .filter(({ table, oldestMs }) => oldestMs < newest.get(table)!)
    .sort((a, b) => a.oldestMs - b.oldestMs || (a.table < b.table ? -1 : 1));
  let bytes = partitions.reduce((sum, partition) => sum + partition.bytes, 0);
  const drop: Partition[] = [];
  for (const partition of droppable) {
    if (bytes <= limitBytes) break;
    drop.push(partition);
    bytes -= partition.bytes;
  }
  return drop;
}
