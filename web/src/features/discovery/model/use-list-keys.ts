import { type RefObject, useEffect } from 'react';

/** What letters are typed into. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** By key, what it presses of the row or card that has the focus. */
const PRESSED: Record<string, string> = { c: 'copy-mint', e: 'score-plate' };

/**
 * J and K move among the page's rows and cards, C copies the mint of the one that has the focus, and E opens what its score
 * is made of. Lists stand one below
 * the other, so the keys go on from the last of one to the first of the next; without a focus they begin in `list`.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Of several lists on the page the first answers.
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open], [data-open]')) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      const key = event.key.toLowerCase();
      const rows = [...document.querySelectorAll<HTMLElement>('[data-mint]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (key === 'j' || key === 'k') {
        const first = rows.findIndex((row) => list.current?.contains(row));
        const to = at < 0 ? Math.max(first, 0) : at + (key === 'j' ? 1 : -1);
        const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
        row?.focus();
        row?.scrollIntoView({ block: 'nearest' });
        event.preventDefault();
      } else if (key in PRESSED && at >= 0) {
        rows[at]?.querySelector<HTMLElement>(`[data-testid=${PRESSED[key]}]`)?.click();
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [list]);
}
