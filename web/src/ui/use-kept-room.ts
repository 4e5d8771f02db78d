import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { roomToKeep } from './room-to-keep';

/**
 * Keeps the greatest height that `box` has had, so that what stands below is not pulled up and pushed down as rows go
 * and come; but for what lies below the window, where nobody sees it close. `content` is what its height follows from.
 * Another width, or other heights of what it holds (`measure`), begin anew.
 */
export function useKeptRoom(
  box: RefObject<HTMLElement | null>,
  content: string,
  measure: () => number | undefined,
): void {
  const kept = useRef({ width: 0, measured: 0, natural: 0, height: 0 });
  // Other content is what makes the height worth reading.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.style.minHeight = '';
    const width = current.clientWidth;
    const measured = measure() ?? 0;
    const isSame = kept.current.width === width && kept.current.measured === measured;
    const natural = current.offsetHeight;
    const height = roomToKeep(isSame ? kept.current.height : 0, natural, inWindow(current));
    kept.current = { width, measured, natural, height };
    current.style.minHeight = `${height}px`;
  }, [box, content]);
  useEffect(() => {
    const giveUp = () => {
      const { current } = box;
      const { natural, height } = kept.current;
      if (!current || height <= natural) return;
      const least = roomToKeep(height, natural, inWindow(current));
      if (least === height) return;
      kept.current.height = least;
      current.style.minHeight = `${least}px`;
    };
    const forget = () => {
      // A phone's window changes its height with every turn of the scroll.
      if (box.current?.clientWidth === kept.current.width) return;
      kept.current.height = 0;
      box.current?.style.removeProperty('min-height');
    };
    window.addEventListener('scroll', giveUp, { passive: true });
    window.addEventListener('resize', forget);
    return () => {
      window.removeEventListener('scroll', giveUp);
      window.removeEventListener('resize', forget);
    };
  }, [box]);
}

/** How much of the box, from its top, lies above the window's lower edge; whole pixels. */
const inWindow = (box: HTMLElement): number =>
  Math.ceil(window.innerHeight - box.getBoundingClientRect().top);
