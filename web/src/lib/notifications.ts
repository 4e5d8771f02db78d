import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from './storage';

const KEY = 'discovery-notifications-enabled';

export const areNotificationsSupported = (): boolean => 'Notification' in window;

/** The setting: on when storage holds 'true' or nothing. */
export const areNotificationsEnabled = (): boolean => (readStored(KEY) ?? 'true') === 'true';

export const setNotificationsEnabled = (isEnabled: boolean): void => writeStored(KEY, String(isEnabled));

export const useNotificationsEnabled = (): boolean =>
  useSyncExternalStore(subscribeStored, areNotificationsEnabled);

/** Shows a desktop notification if they are enabled and granted; one with the same tag replaces the one before. */
export function notifyDesktop(title: string, body: string, tag: string): void {
  if (!areNotificationsSupported() || !areNotificationsEnabled()) return;
  if (Notification.permission !== 'granted') return;
  try {
    new Notification(title, { body, tag });
  } catch (error) {
    // Chrome on Android has the constructor and refuses it: "Illegal constructor".
    console.warn('desktop notification refused', error);
  }
}
