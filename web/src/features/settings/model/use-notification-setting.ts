import { useEffect, useState } from 'react';
import {
  areNotificationsEnabled,
  areNotificationsSupported,
  setNotificationsEnabled,
  useNotificationsEnabled,
} from '../../../lib/notifications';
import { useToast } from '../../../ui/toast';
import { decideToggle } from './decide-toggle';

/** Asks once when the page loads, if notifications are on and the viewer has not decided yet. */
export function useAskOnLoad(): void {
  useEffect(() => {
    if (areNotificationsSupported() && areNotificationsEnabled() && Notification.permission === 'default') {
      void Notification.requestPermission();
    }
  }, []);
}

/** The toggle of the settings dialog. */
export function useNotificationSetting() {
  const isStored = useNotificationsEnabled();
  const toast = useToast();
  const isSupported = areNotificationsSupported();
  const [permission, setPermission] = useState(isSupported ? Notification.permission : null);
  const isEnabled = isSupported && isStored;

  const toggle = async () => {
    const answer = isEnabled ? null : await Notification.requestPermission();
    if (answer) setPermission(answer);
    const decision = decideToggle(isEnabled, answer);
    setNotificationsEnabled(decision.isEnabled);
    toast(decision.toast);
  };
  return { isSupported, isEnabled, isDenied: permission === 'denied', toggle };
}
