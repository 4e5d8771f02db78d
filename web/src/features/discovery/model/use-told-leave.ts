import type { ListName } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import type { Leave } from './hold-rows';
import { leavings } from './leavings';
import type { Reason } from './shown-row';
import { useProfile } from './use-discovery';
import { toldReason } from './why-left';

/**
 * What became of a token that left: what `whyNow` finds of it as it is now, else what the stream told of the `lists`. Both
 * are the same while they say the same.
 */
export function useToldLeave<Token extends { mint: string }>(
  lists: readonly ListName[],
  whyNow: (token: Token) => Reason | null = knowsNothing,
): (token: Token) => Leave<Token> {
  const profile = useProfile();
  return useCallback(
    (token: Token) => {
      const told = leavings.of(profile, lists, token.mint);
      return { token, reason: whyNow(token) ?? (told ? toldReason(told) : null) };
    },
    [profile, lists, whyNow],
  );
}

const knowsNothing = () => null;
