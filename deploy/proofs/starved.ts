/**
 * The source of a product gets the processor seldom: what it is asked, it answers seconds later than anybody first waits for.
 * It must be read all the same, and be caught up with afterwards.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readHealth } from './health.js';
import { type Product, until } from './product.js';
import { takeAway } from './take-away.js';

/** Longer than ingest waits for a first answer, or for one to a ping. */
const WITHOUT_MS = 8_000;
const WITH_MS = 2_000;
const TURNS_LEAST = 12;
const IN_STEP_MS = 5_000;
const BACK_WITHIN_MS = 300_000;

/** @param seconds for how long; two minutes at least, in which it must be read again */
export async function goThroughStarved(
  product: Product,
  seconds: number,
  check: (what: string, isSo: boolean) => void,
): Promise<void> {
  const turns = Math.max(TURNS_LEAST, Math.ceil((seconds * 1_000) / (WITHOUT_MS + WITH_MS)));
  console.log(
    `the market gets the processor for ${WITH_MS / 1_000} of ${(WITHOUT_MS + WITH_MS) / 1_000} s, ${turns} times`,
  );
  const slotOf = async () => (await readHealth(product.pageUrl)).slot ?? 0;
  const { gaps } = await readHealth(product.pageUrl);
  let halfwaySlot = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const giveBack = await takeAway(product, 'market', 'frozen');
    await wait(WITHOUT_MS);
    await giveBack();
    await wait(WITH_MS);
    if (turn === Math.floor(turns / 2)) halfwaySlot = await slotOf();
  }
  const slots = (await slotOf()) - halfwaySlot;
  check(`${slots} slots came in the second half of it`, slots > 0);
  const beganMs = performance.now();
  await until(
    'the market is caught up with',
    async () => ((await readHealth(product.pageUrl)).lagMs ?? Number.POSITIVE_INFINITY) < IN_STEP_MS || null,
    BACK_WITHIN_MS,
  );
  console.log(`  in step again after ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
  const told = (await readHealth(product.pageUrl)).gaps.length - gaps.length;
  check(`${told} gaps more in the journal`, told === 0);
}
