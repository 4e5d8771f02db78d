import { type RefObject, useLayoutEffect, useRef } from 'react';

const GLIDE_MS = 160;

type Places = { width: number; of: Map<Element, { x: number; y: number }> };

/**
 * Children of `box` that change places glide from the old one to the new, so that the eye keeps them; `order` is what
 * says that they may have. Nothing glides with reduced motion, or when the box itself changed its width.
 */
export function useGlide(box: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef<Places | null>(null);
  // Another order is what makes the places worth reading.
  useLayoutEffect(() => {
    if (!box.current) return;
    const children = [...box.current.children].filter((child) => child instanceof HTMLElement);
    const of = new Map(children.map((child) => [child, { x: child.offsetLeft, y: child.offsetTop }]));
    const last = before.current;
    before.current = { width: box.current.clientWidth, of };
    if (last?.width !== box.current.clientWidth || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return;
    for (const [child, { x, y }] of of) {
      const from = last.of.get(child);
      if (!from || (from.x === x && from.y === y)) continue;
      const start = { transform: `translate(${from.x - x}px, ${from.y - y}px)` };
      child.animate([start, { transform: 'none' }], { duration: GLIDE_MS, easing: 'ease-out' });
    }
  }, [box, order]);
}
