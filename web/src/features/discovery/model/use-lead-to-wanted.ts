import { type RefObject, useEffect } from 'react';
import { useToast } from '../../../ui/toast';
import type { ShownRow } from './shown-row';
import { useWantedRow, wantRow } from './wanted-row';
import { wayToRow } from './way-to-row';

const GONE_LASTS_MS = 4_000;

type List<Token> = {
  /** The name of its rows. */
  name: string;
  area: RefObject<HTMLElement | null>;
  rows: readonly ShownRow<Token>[];
  all: readonly Token[];
  /** Its answer has come. */
  isRead: boolean;
  /** Lets in what waits; null while nothing does. */
  release: (() => void) | null;
  /** Shows so much of the list that the token is among it. */
  raise: (mint: string) => void;
};

/** Brings the row that a toast or an alert leads to into view, with the focus on it; or says that it cannot. */
export function useLeadToWanted<Token extends { mint: string }>(list: List<Token>): void {
  const { name, area, rows, all, isRead, release, raise } = list;
  const wanted = useWantedRow();
  const toast = useToast();
  useEffect(() => {
    if (!wanted || wanted.list !== name || !isRead) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-mint="${CSS.escape(wanted.mint)}"]`);
    const isListed = all.some(({ mint }) => mint === wanted.mint);
    switch (wayToRow({ isDrawn: Boolean(row), isListed, isAnyWaiting: release !== null })) {
      case 'release':
        release?.();
        return;
      case 'raise':
        raise(wanted.mint);
        return;
      case 'focus':
        row?.scrollIntoView({ block: 'center' });
        row?.focus({ preventScroll: true });
        break;
      case 'gone':
        toast({
          title: 'Not listed any more',
          text: `${wanted.name} is no longer in this list${wanted.condition === null ? '' : ` (${wanted.condition})`}`,
          kind: 'plain',
          lastsMs: GONE_LASTS_MS,
        });
    }
    wantRow(null);
  }, [wanted, name, area, rows, all, isRead, release, raise, toast]);
}
