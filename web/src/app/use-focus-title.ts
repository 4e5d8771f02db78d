import { useEffect, useRef } from 'react';

/**
 * Who is on a page whose content was exchanged, and the focused control with it, starts again at its title. Null is no content
 * yet.
 */
export function useFocusTitle(content: string | null): void {
  const shown = useRef(content);
  useEffect(() => {
    if (content === null) return;
    const before = shown.current;
    shown.current = content;
    if (before === null || before === content) return;
    if (document.activeElement !== document.body) return;
    const title = document.querySelector('h1');
    title?.setAttribute('tabindex', '-1');
    title?.focus({ preventScroll: true });
  }, [content]);
}
