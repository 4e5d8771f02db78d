import { useEffect, useRef, useState } from 'react';

/** A cell flashes at most this often. */
const QUIET_MS = 2_000;

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
  const [flash, setFlash] = useState<{ id: number; isUp: boolean } | null>(null);
  useEffect(() => {
    const { value: last, at } = before.current;
    if (value === last) return;
    const now = Date.now();
    const isShown = value !== null && last !== null && now - at >= QUIET_MS;
    before.current = { value, at: isShown ? now : at };
    if (isShown) setFlash({ id: now, isUp: value > last });
  }, [value]);
  const direction = flash === null ? '' : flash.isUp ? 'flash-up' : 'flash-down';
  return (
    <span key={flash?.id ?? 0} className={`flash ${direction} ${className}`}>
      {text}
    </span>
  );
}
