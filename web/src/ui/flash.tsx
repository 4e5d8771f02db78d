import { useEffect, useRef, useState } from 'react';

/** A cell flashes at most this often. */
const QUIET_MS = 2_000;

/** Many cells change at once with the price of SOL: those that nobody sees would have layers of their own for nothing. */
function isSeen(cell: HTMLElement): boolean {
  // To say where it is, what stands far below would be laid out first.
  if (!cell.checkVisibility({ contentVisibilityAuto: true })) return false;
  const { top, bottom } = cell.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Shows `text`; when `value` changes its ground flashes in the direction of the change. Nothing moves. */
export function Flash({
  value,
  text,
  className = '',
}: {
  value: number | null;
  text: string;
  className?: string;
}) {
  const before = useRef({ value, at: 0 });
  const cell = useRef<HTMLSpanElement>(null);
  const [flash, setFlash] = useState<{ id: number; isUp: boolean } | null>(null);
  useEffect(() => {
    const { value: last, at } = before.current;
    if (value === last) return;
    const now = Date.now();
    const isDue = value !== null && last !== null && now - at >= QUIET_MS;
    const isShown = isDue && cell.current !== null && isSeen(cell.current);
    before.current = { value, at: isShown ? now : at };
    if (isShown) setFlash({ id: now, isUp: value > last });
  }, [value]);
  const direction = flash === null ? '' : flash.isUp ? 'flash-up' : 'flash-down';
  return (
    <span ref={cell} key={flash?.id ?? 0} className={`flash ${direction} ${className}`}>
      {text}
    </span>
  );
}
