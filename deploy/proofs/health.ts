import { type Health, HealthSummary } from '@cryptonite/contracts/api';
import { type Product, until } from './product.js';

/** What anybody is told. */
export async function readHealth(pageUrl: string): Promise<HealthSummary> {
  const answer = await fetch(`${pageUrl}/api/health`);
  return HealthSummary.parse(await answer.json());
}

/** Waits until a source that goes on is read up to now: a market's past comes first. */
export const untilLive = (pageUrl: string, limitMs: number): Promise<true> =>
  until('the product is live', async () => (await readHealth(pageUrl)).status === 'ok' || null, limitMs);

/**
 * Waits until everything that was published has been folded and stored: the stream time has stood still for
 * `quietMs`, and no group has anything left to read. Where the source's last slot is known, it must have been folded
 * too: a source that stalls looks settled.
 */
export async function untilSettled(
  product: Product,
  limitMs: number,
  { quietMs = 3_000, lastSlot = 0 }: { quietMs?: number; lastSlot?: number } = {},
): Promise<Health> {
  let slot: number | null = null;
  let since = performance.now();
  return until(
    'everything is read and stored',
    async () => {
      const health = await product.health();
      const isRead = health.topics.length > 0 && health.topics.every(({ lag }) => lag === 0);
      if (health.slot !== slot || !isRead) {
        slot = health.slot;
        since = performance.now();
        return null;
      }
      return slot !== null && slot >= lastSlot && performance.now() - since > quietMs ? health : null;
    },
    limitMs,
  );
}
