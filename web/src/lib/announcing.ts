/**
 * Which lists announce, and whether that is heard, as the viewer set it. Kept in the browser. By default only the qualified
 * list of the source on screen announces; the viewer turns on the rest.
 */
import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from './storage';

const DEFAULTS = {
  qualified: true,
  bothSources: false,
  ultimate: false,
  earlyStage: false,
  sound: false,
} as const;
const KEYS = {
  qualified: 'announce-qualified',
  bothSources: 'announce-both-sources',
  ultimate: 'announce-ultimate',
  earlyStage: 'announce-early-stage',
  sound: 'announce-sound',
} as const;

export type Announcing = keyof typeof DEFAULTS;

export function isAnnouncing(what: Announcing): boolean {
  const stored = readStored(KEYS[what]);
  return stored === 'true' || stored === 'false' ? stored === 'true' : DEFAULTS[what];
}

export const setAnnouncing = (what: Announcing, isOn: boolean): void => writeStored(KEYS[what], String(isOn));

export const useAnnouncing = (what: Announcing): boolean =>
  useSyncExternalStore(subscribeStored, () => isAnnouncing(what));
