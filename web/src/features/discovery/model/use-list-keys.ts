import { type RefObject, useEffect } from 'react';

/** J and K move among the cards of `list`, C copies the mint of the one that has the focus. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-testid=token-card]') ?? [])];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      if (key === 'j' || key === 'k') {
        const to = at < 0 ? 0 : Math.min(Math.max(at + (key === 'j' ? 1 : -1), 0), cards.length - 1);
        cards[to]?.focus();
        cards[to]?.scrollIntoView({ block: 'nearest' });
      } else if (key === 'c') {
        cards[at]?.querySelector<HTMLElement>('[data-testid=copy-mint]')?.click();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [list]);
}
