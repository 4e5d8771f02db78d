import { useEffect, useReducer } from 'react';

/** What is so old is of the past, and drawn in the stale tone with its time. */
export const STALE_AFTER_MS = 15_000;

/**
 * Whether a list's own answers fail for so long that its values are of the past, whatever else the page hears. While its
 * stream or its answers come, the page's own freshness says enough.
 */
export function useIsOld({
  isError,
  dataUpdatedAt,
}: {
  isError: boolean;
  /** The viewer's clock at the last answer or event of the list. */
  dataUpdatedAt: number;
}): boolean {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const staleAt = dataUpdatedAt + STALE_AFTER_MS;
  useEffect(() => {
    const leftMs = staleAt - Date.now();
    if (!isError || leftMs <= 0) return;
    const timer = setTimeout(draw, leftMs);
    return () => clearTimeout(timer);
  }, [isError, staleAt]);
  return isError && Date.now() >= staleAt;
}
