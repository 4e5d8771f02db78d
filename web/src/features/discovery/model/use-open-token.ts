import type { ListSource } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type TabList, writeUrlState } from './url-state';
import { rowsName, wantRow } from './wanted-row';

type OpenToken = (
  list: TabList | 'earlyStage',
  source: ListSource,
  token: { mint: string; name: string },
) => void;

/** Leads to a token's card or row: its list is shown, and it gets the focus as soon as it stands there. */
export function useOpenToken(): OpenToken {
  const [, setParams] = useSearchParams();
  return useCallback(
    (list, source, { mint, name }) => {
      if (list === 'earlyStage') {
        // It stands below whichever list is shown.
        wantRow({ list, mint, name });
        return;
      }
      setParams(writeUrlState({ source, list }), { preventScrollReset: true });
      wantRow({ list: rowsName(list, source), mint, name });
    },
    [setParams],
  );
}
