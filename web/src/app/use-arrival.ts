import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Who follows a link to another page starts at its top, and a screen reader at its title; a browser does so by itself. */
export function useArrival(): void {
  const { pathname, hash } = useLocation();
  const from = useRef(pathname);
  useLayoutEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (hash) return;
    window.scrollTo(0, 0);
    const title = document.querySelector('h1');
    title?.setAttribute('tabindex', '-1');
    title?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
