import { useEffect, useRef } from 'react';

/** Who is on a page whose content was exchanged, and the focused control with it, starts again at its title. */
export function useFocusTitle(content: string): void {
  const shown = useRef(content);
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    if (document.activeElement !== document.body) return;
    const title = document.querySelector('h1');
    title?.setAttribute('tabindex', '-1');
    title?.focus({ preventScroll: true });
  }, [content]);
}
