/** The scores that a plate opened, until their dialog is closed. */
import { useSyncExternalStore } from 'react';
import type { DrawnToken } from './drawn-token';

/** The sections of the dialog; a plate opens its own. */
export const SCORES = ['ultimate', 'daily', 'hype', 'patterns', 'social', 'security', 'rug'] as const;
export type ScoreName = (typeof SCORES)[number];

export type OpenedScores = {
  token: Pick<DrawnToken, 'mint' | 'symbol' | 'origin' | 'measuredAt'>;
  score: ScoreName;
};

let opened: OpenedScores | null = null;
const listeners = new Set<() => void>();

export function openScores(next: OpenedScores | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenedScores = (): OpenedScores | null => useSyncExternalStore(subscribe, () => opened);
