import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Whether the viewer holds the rows of `area`: by pointer or focus (`isTouched`), or by reading below their first. */
export function useHold() {
  const ref = useRef<HTMLElement>(null);
  const [inside, setInside] = useState({ pointer: false, focus: false });
  const [isBelow, setBelow] = useState(false);
  const update = (change: Partial<typeof inside>) => setInside((before) => ({ ...before, ...change }));
  useEffect(() => {
    // Less than a pixel is a rounding.
    const look = () => setBelow((ref.current?.getBoundingClientRect().top ?? 0) < -1);
    // A list may come onto a page that is scrolled already.
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const area = {
    // The element is whatever the list is drawn as.
    ref: ref as RefObject<never>,
    // A finger leaves with its touch; only a mouse or pen rests on a row.
    onPointerEnter: ({ pointerType }: PointerEvent) => update({ pointer: pointerType !== 'touch' }),
    onPointerLeave: () => update({ pointer: false }),
    // A click leaves its focus behind unseen; only one that is shown holds the rows.
    onFocus: ({ target }: FocusEvent) => update({ focus: target.matches(':focus-visible') }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) update({ focus: false });
    },
  };
  const letGo = () =>
    setInside((before) => (before.pointer || before.focus ? { pointer: false, focus: false } : before));
  return { isTouched: inside.pointer || inside.focus, isBelow, letGo, area, ref };
}
