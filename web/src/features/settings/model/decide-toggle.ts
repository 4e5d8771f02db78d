import type { ToastContent } from '../../../ui/toast-queue';

const LASTS_MS = 3_000;

/** What a press of the toggle does. `answer` is the browser's to the request that turning on makes. */
export function decideToggle(
  wasEnabled: boolean,
  answer: NotificationPermission | null,
): { isEnabled: boolean; toast: ToastContent } {
  if (wasEnabled) {
    return { isEnabled: false, toast: { title: 'Notifications Disabled', kind: 'done', lastsMs: LASTS_MS } };
  }
  if (answer === 'granted') {
    return { isEnabled: true, toast: { title: 'Notifications Enabled', kind: 'done', lastsMs: LASTS_MS } };
  }
  return {
    isEnabled: false,
    toast: {
      title: 'Permission Denied',
      text: 'Please enable notifications in your browser settings',
      kind: 'destructive',
      lastsMs: LASTS_MS,
    },
  };
}
