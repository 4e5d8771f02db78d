import type { ListSource } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import type { AnnouncedList } from './announcement';
import { useDiscovery } from './use-discovery';
import { rowsName, type WantedToken, wantRow } from './wanted-row';

type OpenToken = (list: AnnouncedList, source: ListSource, token: WantedToken) => void;

/** Leads to a token's card or row: its list is shown, and it gets the focus as soon as it stands there. */
export function useOpenToken(): OpenToken {
  const [, show] = useDiscovery();
  return useCallback(
    (list, source, { mint, name, condition }) => {
      if (list === 'qualified') show({ tab: 'high-hype', source, list });
      // Early Stage stands below whichever list is shown.
      else show({ tab: list === 'ultimate' ? 'ultimate' : 'high-hype' });
      wantRow({ list: list === 'qualified' ? rowsName(list, source) : list, mint, name, condition });
    },
    [show],
  );
}
