import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from '../../../lib/storage';
import { type Alert, type Announced, type KnownTokens, keepAlert, parseAlerts, trackAlerts } from './alerts';

const KEY = 'alerts';
const READ_KEY = 'alerts-read';

/** What was parsed of the store last: a snapshot is the same object while the store is. */
let parsed: { stored: string | null; alerts: readonly Alert[] } = { stored: null, alerts: [] };

function readAlerts(): readonly Alert[] {
  const stored = readStored(KEY);
  if (stored !== parsed.stored) parsed = { stored, alerts: parseAlerts(stored) };
  return parsed.alerts;
}

/** Every change begins with what is stored: other tabs keep alerts too. */
function change(make: (alerts: readonly Alert[]) => readonly Alert[]): void {
  const before = readAlerts();
  const after = make(before);
  if (after !== before) writeStored(KEY, JSON.stringify(after));
}

export const keepAnnounced = (news: Announced): void => change((alerts) => keepAlert(alerts, news));

export const followTokens = (known: KnownTokens): void => change((alerts) => trackAlerts(alerts, known));

const lastRead = (): number => Number(readStored(READ_KEY)) || 0;

/** Marks all that is kept as read. */
export const markRead = (): void =>
  writeStored(READ_KEY, String(Math.max(0, ...readAlerts().map(({ id }) => id))));

/** The alerts that are kept, and which of them were not read. */
export function useAlerts(): { alerts: readonly Alert[]; isUnread: (alert: Alert) => boolean } {
  const alerts = useSyncExternalStore(subscribeStored, readAlerts);
  const read = useSyncExternalStore(subscribeStored, lastRead);
  return { alerts, isUnread: ({ id }) => id > read };
}
