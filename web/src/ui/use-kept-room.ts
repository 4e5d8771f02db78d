import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the greatest height that `box` has had, so that what stands below is not pulled up and pushed down as rows go
 * and come. `content` is what its height follows from. Another width, or other heights of what it holds (`measure`),
 * begin anew.
 */
export function useKeptRoom(
  box: RefObject<HTMLElement | null>,
  content: string,
  measure: () => number | undefined,
): void {
  const kept = useRef({ key: '', height: 0 });
  // Other content is what makes the height worth reading.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.style.minHeight = '';
    const key = `${current.clientWidth} ${measure() ?? ''}`;
    const least = kept.current.key === key ? kept.current.height : 0;
    kept.current = { key, height: Math.max(least, current.offsetHeight) };
    current.style.minHeight = `${kept.current.height}px`;
  }, [box, content]);
  useEffect(() => {
    const forget = () => box.current?.style.removeProperty('min-height');
    window.addEventListener('resize', forget);
    return () => window.removeEventListener('resize', forget);
  }, [box]);
}
