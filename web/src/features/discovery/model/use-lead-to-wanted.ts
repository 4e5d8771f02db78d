import { type RefObject, useEffect } from 'react';
import type { ShownRow } from './shown-row';
import { useWantedRow, wantRow } from './wanted-row';

/** Brings the row that a toast or an alert leads to into view, with the focus on it. */
export function useLeadToWanted<Token extends { mint: string }>(
  name: string | undefined,
  area: RefObject<HTMLElement | null>,
  rows: readonly ShownRow<Token>[],
  all: readonly Token[],
  release: (() => void) | null,
): void {
  const wanted = useWantedRow();
  useEffect(() => {
    if (!wanted || wanted.list !== name) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-mint="${CSS.escape(wanted.mint)}"]`);
    const isListed = all.some(({ mint }) => mint === wanted.mint);
    if (!row && isListed && release) {
      release();
      return;
    }
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    wantRow(null);
  }, [wanted, name, area, rows, all, release]);
}
