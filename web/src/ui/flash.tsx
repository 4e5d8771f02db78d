import { useEffect, useRef, useState } from 'react';
import { decideFlash, type ShownValue } from './decide-flash';

const CLASSES = { up: 'flash-up', down: 'flash-down' } as const;

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
  const [flash, setFlash] = useState<{ id: number; direction: 'up' | 'down' } | null>(null);
  useEffect(() => {
    const now = Date.now();
    const decided = decideFlash(shown.current, value, text, now);
    shown.current = decided.shown;
    if (decided.flash) setFlash({ id: now, direction: decided.flash });
  }, [value, text]);
  return (
    <span key={flash?.id ?? 0} className={`flash ${flash ? CLASSES[flash.direction] : ''} ${className}`}>
      {text}
    </span>
  );
}
