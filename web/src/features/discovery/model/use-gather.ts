import { useCallback, useEffect, useRef } from 'react';

/** Tokens that come within this time of the first are one burst: a change of rules or of the price of SOL brings several. */
const BURST_MS = 1_000;

/** Gathers what comes in one burst and hands it to `onBurst` together. */
export function useGather<Item>(onBurst: (items: readonly Item[]) => void): (items: readonly Item[]) => void {
  const newest = useRef(onBurst);
  const gathered = useRef<Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    newest.current = onBurst;
  }, [onBurst]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      gathered.current = [];
    },
    [],
  );
  return useCallback((items) => {
    if (items.length === 0) return;
    gathered.current.push(...items);
    timer.current ??= setTimeout(() => {
      const burst = gathered.current;
      timer.current = null;
      gathered.current = [];
      newest.current(burst);
    }, BURST_MS);
  }, []);
}
