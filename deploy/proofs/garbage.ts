/**
 * `npm run test:garbage -- [--seed S] [--cases N]`: a market plays through the product twice, once alone and once among
 * garbage: hurt copies of another market's updates, the corpus of ingest/fixtures/garbage, slots and times that cannot
 * be, records that break every contract, requests that nobody should send. Afterwards
 *  - every good token has the same raw facts and stands in the API's lists with the same numbers as in the undisturbed run;
 *  - every piece of garbage is a dead letter with its reason and place, or is passed by as docs/operations.md says;
 *  - every process is the one that was started, and none has grown beyond its bounds.
 * Prints a line per case with what was expected and seen; exits 1 where they differ.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Health } from '@cryptonite/contracts/api';
import { JournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { accountFor } from './garbage-account.js';
import { afterwards, confirmed, lastSlot, makeFrames, played, slotOf } from './garbage-chain.js';
import { compareGood, compareProcesses, type Observed, observe } from './garbage-good.js';
import { disturbHttp } from './garbage-http.js';
import { makePieces, type Piece } from './garbage-pieces.js';
import { openProvider, type Provider } from './garbage-provider.js';
import { note, printTable } from './garbage-table.js';
import { disturbTopics, readLetters, readTopic } from './garbage-topics.js';
import { untilSettled } from './health.js';
import { type Product, startProduct, until } from './product.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from './proof-options.js';
import { openStores } from './stores.js';

const SETTLE_LIMIT_MS = 90_000;

const { seed, cases } = readOptions({ seed: wholeNumber(4, 0), cases: wholeNumber(400, 1, 20_000) });
endWhereStoresAreNamed();

const pieces = makePieces(seed, cases);

/** The journal confirms a slot without facts only every two seconds: the last one confirmed may be five before. */
const CONFIRMED_WITHIN = 6;

async function untilSlot(product: Product, slot: number): Promise<Health> {
  return until(
    `slot ${slot} is folded and stored`,
    async () => {
      const health = await untilSettled(product, SETTLE_LIMIT_MS);
      return (health.slot ?? 0) > slot - CONFIRMED_WITHIN ? health : null;
    },
    SETTLE_LIMIT_MS,
  ).catch((error) => {
    console.error(product.lines.slice(-20).join('\n'));
    throw error;
  });
}

async function run(
  among: readonly Piece[],
  disturbIt: (product: Product) => Promise<void>,
  goOn: (product: Product, provider: Provider) => Promise<void>,
): Promise<Observed> {
  console.error(among.length === 0 ? 'playing the market alone …' : 'playing the market among garbage …');
  const provider = await openProvider(makeFrames(among));
  const product = await startProduct(['--source', provider.url, '--sol-price', '150']);
  try {
    const before = await product.pids();
    await untilSlot(product, lastSlot);
    await disturbIt(product);
    const observed = await observe(product);
    await goOn(product, provider);
    await compareProcesses(product, before);
    return observed;
  } finally {
    await product.stop();
    provider.close();
  }
}

async function disturb(product: Product): Promise<void> {
  const { kafka } = openStores(product);
  await disturbTopics(kafka);
  await disturbHttp(product);
  const journal = await readTopic(kafka, TOPICS.journal.name);
  const signatures = new Set(
    journal.flatMap(({ value }) => {
      const record = JournalRecord.safeParse(parseOrNull(value));
      return record.data?.signature ?? [];
    }),
  );
  accountFor(pieces, await readLetters(kafka), signatures);
}

function parseOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** What is too large for one message ends the stream, twice; it is taken up behind it, and what was missed is a gap. */
async function sendTooLarge(product: Product, provider: Provider): Promise<void> {
  for (const times of [1, 2]) {
    provider.push([Buffer.alloc(70 << 20, 0x5a)]);
    await until('the stream was taken up again', () =>
      product.lines.filter((line) => line.includes('larger than max')).length >= times ? true : null,
    );
    await wait(2_000);
  }
  provider.push(
    afterwards.flatMap((updates) => [...updates.map(({ body }) => body), confirmed(slotOf(updates))]),
  );
  const end = slotOf(afterwards.at(-1)!);
  const health = await untilSlot(product, end).catch(() => null);
  const gaps = health?.gaps.length ?? 0;
  note(
    'an update of 70 MB, twice',
    'a gap, and the stream goes on',
    `${gaps} gap, slot ${health?.slot}`,
    gaps > 0,
  );
}

const undisturbed = await run(
  [],
  async () => {},
  async () => {},
);
const disturbed = await run(pieces, disturb, sendTooLarge);
compareGood(undisturbed, disturbed);
const isRight = printTable(`${pieces.length} pieces among ${played.length} slots, seed ${seed}`);
process.exit(isRight ? 0 : 1);
