/** The row that a toast or an alert leads to, until its list has it on the page. */
import { useSyncExternalStore } from 'react';

/** As it was told: `condition` is what is said of data that are not the live chain. */
export type WantedToken = { mint: string; name: string; condition: string | null };
/** `list` is the name under which a list holds its rows: {@link rowsName}. */
export type WantedRow = WantedToken & { list: string };

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
