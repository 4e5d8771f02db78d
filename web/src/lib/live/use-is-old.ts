import { useEffect, useReducer } from 'react';
import { lastCoveredAt } from './link';
import { STALE_AFTER_MS } from './stale';

/**
 * Whether a list's own answers fail while nothing else has told of it for so long that its values are of the past. Of a list
 * whose answers come, or that the stream covers, the page's own freshness says enough.
 */
export function useIsOld({
  isError,
  dataUpdatedAt,
}: {
  isError: boolean;
  /** The viewer's clock at the last answer or change of the list. */
  dataUpdatedAt: number;
}): boolean {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const staleAt = Math.max(dataUpdatedAt, lastCoveredAt()) + STALE_AFTER_MS;
  useEffect(() => {
    const leftMs = staleAt - Date.now();
    if (!isError || leftMs <= 0) return;
    const timer = setTimeout(draw, leftMs);
    return () => clearTimeout(timer);
  }, [isError, staleAt]);
  return isError && Date.now() >= staleAt;
}
