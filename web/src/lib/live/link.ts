import { useSyncExternalStore } from 'react';

/** Whether the stream delivers. Until it has, and whenever it stops, the lists are polled. */
let isLinkUp = false;
let wasLinkUp = false;
/** Whether anything asked was answered since the stream was up last; until it first is, since the page was loaded. */
let isAnswered = false;
/** The viewer's clock at the last sign of life of the server: an event of the stream, or an answer. */
let heardAt = Date.now();
/** The same when the stream was up last: until then it told of every list on screen. */
let coveredAt = 0;
const listeners = new Set<() => void>();

export function setLinkUp(isUp: boolean): void {
  if (isUp === isLinkUp) return;
  isLinkUp = isUp;
  wasLinkUp ||= isUp;
  if (!isUp) coveredAt = heardAt;
  isAnswered = false;
  for (const listener of listeners) listener();
}

/** Tells nobody: who says how long ago it was looks at the clock anyway. */
export function noteHeard(at: number): void {
  heardAt = at;
}
/** A question was answered: it may be another way than the stream that is open. */
export function noteAnswered(at: number): void {
  isAnswered = true;
  noteHeard(at);
}
export const lastHeardAt = (): number => heardAt;
export const lastCoveredAt = (): number => (isLinkUp ? heardAt : coveredAt);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const isStreamUp = (): boolean => isLinkUp;
export const wasStreamUp = (): boolean => wasLinkUp;
export const wasAnswered = (): boolean => isAnswered;

export const useLinkUp = (): boolean => useSyncExternalStore(subscribe, isStreamUp);

const subscribeOnline = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** A browser that says it has no network is believed; one that says it has one may be wrong. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);
