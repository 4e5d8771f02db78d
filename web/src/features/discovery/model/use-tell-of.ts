import { useCallback } from 'react';
import { withCondition } from '../../../lib/condition';
import { useTell } from '../../../ui/use-tell';
import { nameOf } from './announcement';
import type { DrawnToken } from './drawn-token';

export type ToldToken = Pick<DrawnToken, 'symbol' | 'origin'>;

/** Tells about a token: whose words they are, and what is said of data that are not the live chain. */
export function useTellOf({ symbol, origin }: ToldToken): (what: string, lines: readonly string[]) => void {
  const tell = useTell();
  return useCallback(
    (what, lines) => tell(withCondition(`${nameOf(symbol)}: ${what}`, origin), lines),
    [tell, symbol, origin],
  );
}
