import type { ListSource } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type TabList, writeUrlState } from './url-state';
import { rowsName, wantRow } from './wanted-row';

/** Leads to a token's card or row: its list is shown, and it gets the focus as soon as it stands there. */
export function useOpenToken(): (list: TabList | 'earlyStage', source: ListSource, mint: string) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (list, source, mint) => {
      if (list === 'earlyStage') {
        // It stands below whichever list is shown.
        wantRow({ list, mint });
        return;
      }
      setParams(writeUrlState({ source, list }), { preventScrollReset: true });
      wantRow({ list: rowsName(list, source), mint });
    },
    [setParams],
  );
}
