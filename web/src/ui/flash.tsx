import { useEffect, useRef, useState } from 'react';
import { decideFlash, type ShownValue } from './decide-flash';

const CLASSES = { up: 'flash-up', down: 'flash-down' } as const;

/** Many cells change at once with the price of SOL: those that nobody sees would have layers of their own for nothing. */
function isSeen(cell: HTMLElement): boolean {
  // To say where it is, what stands far below would be laid out first.
  if (!cell.checkVisibility({ contentVisibilityAuto: true })) return false;
  const { top, bottom } = cell.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Shows `text`; when that changes with `value` its ground flashes in the direction of the change. Nothing moves. */
export function Flash({
  value,
  text,
  className = '',
}: {
  value: number | null;
  text: string;
  className?: string;
}) {
  const shown = useRef<ShownValue>({ value, text, flashedAt: 0 });
  const cell = useRef<HTMLSpanElement>(null);
  const [flash, setFlash] = useState<{ id: number; direction: 'up' | 'down' } | null>(null);
  useEffect(() => {
    const now = Date.now();
    const decided = decideFlash(shown.current, value, text, now);
    shown.current = decided.shown;
    if (decided.flash && cell.current && isSeen(cell.current))
      setFlash({ id: now, direction: decided.flash });
  }, [value, text]);
  return (
    <span
      ref={cell}
      key={flash?.id ?? 0}
      className={`flash ${flash ? CLASSES[flash.direction] : ''} ${className}`}
    >
      {text}
    </span>
  );
}
