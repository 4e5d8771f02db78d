import { useSyncExternalStore } from 'react';

/** Whether the stream delivers. Until it has, and whenever it stops, the lists are polled. */
let isLinkUp = false;
const listeners = new Set<() => void>();

export function setLinkUp(isUp: boolean): void {
  if (isUp === isLinkUp) return;
  isLinkUp = isUp;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const isStreamUp = (): boolean => isLinkUp;

export const useLinkUp = (): boolean => useSyncExternalStore(subscribe, isStreamUp);
