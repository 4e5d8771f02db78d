/**
 * The source of a product gets the processor seldom: what it is asked, it answers seconds later than anybody first waits for.
 * Its stream must be kept once it is known how late answers come, and what was missed be caught up with afterwards.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readHealth } from './health.js';
import { type Product, until } from './product.js';
import { takeAway } from './take-away.js';
import { outagesIn } from './told-outages.js';

/** Twice as long as ingest waits for a first answer, or for one to a ping: most of those come too late. */
const WITHOUT_MS = 12_000;
const WITH_MS = 3_000;
const TURNS_LEAST = 16;
const IN_STEP_MS = 5_000;
const BACK_WITHIN_MS = 300_000;

/** @param seconds for how long; four minutes at least */
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
  let halfway = { slot: 0, ms: 0 };
  for (let turn = 0; turn < turns; turn += 1) {
    const giveBack = await takeAway(product, 'market', 'frozen');
    await wait(WITHOUT_MS);
    await giveBack();
    await wait(WITH_MS);
    if (turn === Math.floor(turns / 2)) halfway = { slot: await slotOf(), ms: Date.now() };
  }
  const slots = (await slotOf()) - halfway.slot;
  check(`${slots} slots came in the second half of it`, slots > 0);
  const beganMs = performance.now();
  await until(
    'the market is caught up with',
    async () => ((await readHealth(product.pageUrl)).lagMs ?? Number.POSITIVE_INFINITY) < IN_STEP_MS || null,
    BACK_WITHIN_MS,
  );
  console.log(`  in step again after ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`);
  const lost = outagesIn(product, 'ingest.log', 'the source \\S+', halfway.ms).filter(
    ({ fromMs }) => fromMs > halfway.ms,
  );
  check(`the stream was lost ${lost.length} times in the second half of it`, lost.length === 0);
  const told = (await readHealth(product.pageUrl)).gaps.length - gaps.length;
  check(`${told} gaps more in the journal`, told === 0);
}
