import type { ListItem, ListName } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import type { Leave } from './hold-rows';
import { leavings } from './leavings';
import { useProfile } from './use-discovery';
import { toldLeave } from './why-left';

/**
 * What became of a token that left: what `leaveNow` finds of it as it is now, else what the stream told of the `lists`. Both
 * are the same while they say the same.
 */
export function useToldLeave<Name extends ListName>(
  lists: readonly Name[],
  leaveNow: (token: ListItem<Name>) => Leave<ListItem<Name>> | null = knowsNothing,
): (token: ListItem<Name>) => Leave<ListItem<Name>> {
  const profile = useProfile();
  return useCallback(
    (token) => {
      const told = leavings.of(profile, lists, token.mint);
      return leaveNow(token) ?? (told ? toldLeave(token, told) : { token, reason: null });
    },
    [profile, lists, leaveNow],
  );
}

const knowsNothing = () => null;
