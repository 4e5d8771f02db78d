/**
 * What is to be done next so that a wanted row has the focus: show what waits, or more of the list; it may need one after
 * the other. `gone`: its token is not in the list any more, and nothing can.
 */
export type WayToRow = 'focus' | 'release' | 'raise' | 'gone';

export function wayToRow(row: { isDrawn: boolean; isListed: boolean; isAnyWaiting: boolean }): WayToRow {
  if (row.isDrawn) return 'focus';
  if (!row.isListed) return 'gone';
  return row.isAnyWaiting ? 'release' : 'raise';
}

/** So many rows that the one at `place` is among them: as many as pressing for more would come to. */
export const limitFor = (place: number, limit: number, step: number): number =>
  Math.max(limit, Math.ceil((place + 1) / step) * step);
