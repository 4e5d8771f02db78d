import { type FocusEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { holdRows } from './hold-rows';

/** Holds the rows `shown` of `all` still while the pointer or the focus is in them. `release` lets what waits in. */
export function useHeldRows<Row extends { mint: string }>(shown: readonly Row[], all: readonly Row[]) {
  const [held, setHeld] = useState<readonly Row[] | null>(null);
  const isInside = useRef({ pointer: false, focus: false });

  const update = (change: Partial<{ pointer: boolean; focus: boolean }>) => {
    Object.assign(isInside.current, change);
    const { pointer, focus } = isInside.current;
    setHeld((before) => (pointer || focus ? (before ?? shown) : null));
  };
  const release = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    isInside.current = { pointer: false, focus: false };
    setHeld(null);
  };
  const area = {
    // A finger leaves with its touch; only a mouse or pen rests on a row.
    onPointerEnter: ({ pointerType }: PointerEvent) => update({ pointer: pointerType !== 'touch' }),
    onPointerLeave: () => update({ pointer: false }),
    // A click leaves its focus behind unseen; only one that is shown holds the rows.
    onFocus: ({ target }: FocusEvent) => update({ focus: target.matches(':focus-visible') }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) update({ focus: false });
    },
  };
  return { ...useMemo(() => holdRows(held, shown, all), [held, shown, all]), release, area };
}
