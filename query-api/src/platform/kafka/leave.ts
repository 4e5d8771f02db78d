import { setTimeout as delay } from 'node:timers/promises';

const LEAVE_WITHIN_MS = 100;

/**
 * Ends connections that no place of a group depends on, and waits 100 ms at most: an end waits for the fetch in hand, and a
 * connection that a broker has let fall may never end.
 */
export async function leave(...clients: readonly { disconnect: () => Promise<void> }[]): Promise<void> {
  const left = Promise.allSettled(clients.map((client) => client.disconnect()));
  await Promise.race([left, delay(LEAVE_WITHIN_MS)]);
}
