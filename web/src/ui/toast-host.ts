import { useSyncExternalStore } from 'react';

/** The open dialog, when there is one: the only part of the page that is not inert. */
let host: HTMLElement | null = null;
const listeners = new Set<() => void>();

export function setToastHost(next: HTMLElement | null): void {
  host = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToastHost = (): HTMLElement | null => useSyncExternalStore(subscribe, () => host);
