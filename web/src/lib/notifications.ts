import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from './storage';

const KEY = 'discovery-notifications-enabled';

export const areNotificationsSupported = (): boolean => 'Notification' in window;

/** The setting: on when storage holds 'true' or nothing. */
export const areNotificationsEnabled = (): boolean => (readStored(KEY) ?? 'true') === 'true';

export const setNotificationsEnabled = (isEnabled: boolean): void => writeStored(KEY, String(isEnabled));

export const useNotificationsEnabled = (): boolean =>
  useSyncExternalStore(subscribeStored, areNotificationsEnabled);

/** `renotify` is in the specification and in browsers, and not in the DOM's types. */
type Options = NotificationOptions & { renotify: boolean };

/**
 * Shows a desktop notification if they are enabled and granted. One with the same tag takes the place of the one before, and
 * says so as any other: what a token does next is never news that nobody hears of.
 */
export function notifyDesktop(title: string, body: string, tag: string): void {
  if (!areNotificationsSupported() || !areNotificationsEnabled()) return;
  if (Notification.permission !== 'granted') return;
  try {
    const options: Options = { body, tag, renotify: true };
    new Notification(title, options);
  } catch (error) {
    // Chrome on Android has the constructor and refuses it: "Illegal constructor".
    console.warn('desktop notification refused', error);
  }
}
