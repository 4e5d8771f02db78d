/** The row that a toast or an alert leads to, until its list has it on the page. */
import { useSyncExternalStore } from 'react';

/** `list` is the name under which a list holds its rows: {@link rowsName}; `name` is the token's, as it was told. */
export type WantedRow = { list: string; mint: string; name: string };

let wanted: WantedRow | null = null;
const listeners = new Set<() => void>();

export function wantRow(next: WantedRow | null): void {
  wanted = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWantedRow = (): WantedRow | null => useSyncExternalStore(subscribe, () => wanted);

/** Lists of several sources hold each source's rows apart. */
export const rowsName = (list: string, source?: string): string => (source ? `${list} ${source}` : list);
