import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from '../../../lib/storage';
import {
  type Alert,
  type Announced,
  type KnownTokens,
  keepAlerts,
  MOST_ID,
  parseAlerts,
  trackAlerts,
} from './alerts';

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
function store(after: readonly Alert[]): void {
  if (after !== readAlerts()) writeStored(KEY, JSON.stringify(after));
}

/** Keeps what is announced, and returns what of it no tab of the browser has kept before. */
export function keepAnnounced<One extends Announced>(announced: readonly One[]): readonly One[] {
  const { alerts, news } = keepAlerts(readAlerts(), announced, lastRead());
  store(alerts);
  return news;
}

export const followTokens = (known: KnownTokens): void => store(trackAlerts(readAlerts(), known));

function lastRead(): number {
  const read = Number(readStored(READ_KEY));
  return Number.isInteger(read) && read > 0 && read < MOST_ID ? read : 0;
}

/** Marks all that is kept as read. */
export const markRead = (): void =>
  writeStored(READ_KEY, String(Math.max(lastRead(), ...readAlerts().map(({ id }) => id))));

/** The alerts that are kept, and which of them were not read. */
export function useAlerts(): { alerts: readonly Alert[]; isUnread: (alert: Alert) => boolean } {
  const alerts = useSyncExternalStore(subscribeStored, readAlerts);
  const read = useSyncExternalStore(subscribeStored, lastRead);
  return { alerts, isUnread: ({ id }) => id > read };
}
