/**
 * The rows of a list while the viewer points at it. Held rows keep their place and show their newest values; one
 * that left the list stays as it was last seen; new ones wait. `shown` are the first of `all`: a row that others push
 * behind them has not left.
 */
export type HeldRow<Row> = { row: Row; hasLeft: boolean };

export function holdRows<Row extends { mint: string }>(
  held: readonly Row[] | null,
  shown: readonly Row[],
  all: readonly Row[],
): { rows: HeldRow<Row>[]; waiting: number } {
  if (!held) return { rows: shown.map((row) => ({ row, hasLeft: false })), waiting: 0 };
  const byMint = new Map(all.map((row) => [row.mint, row]));
  const rows = held.map((row) => {
    const newest = byMint.get(row.mint);
    return { row: newest ?? row, hasLeft: !newest };
  });
  const heldMints = new Set(held.map(({ mint }) => mint));
  return { rows, waiting: shown.filter(({ mint }) => !heldMints.has(mint)).length };
}
