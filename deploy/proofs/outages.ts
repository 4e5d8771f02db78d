/**
 * `npm run test:outages -- [--seconds N]`: the broker and ClickHouse are frozen, and then killed whenever they come back,
 * for N seconds each, while the market runs. /api/health must say which within 5 s and be right about the other, and the
 * log must tell when each outage began and ended. The market gets hardly any of the processor (starved.ts). Then whom enrichers ask is away as long, in four ways (services-away.ts),
 * and what the site around the scanner needs (site-away.ts). Exits 1 where anything is not so.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Health, HealthSummary } from '@cryptonite/contracts/api';
import { untilLive } from './health.js';
import { type Product, startProduct, until } from './product.js';
import { endWhereStoresAreNamed, readOptions, wholeNumber } from './proof-options.js';
import { goThroughServices } from './services-away.js';
import { goThroughSite } from './site-away.js';
import { goThroughStarved } from './starved.js';
import { takeAway } from './take-away.js';
import { outagesIn } from './told-outages.js';

const TOLD_WITHIN_MS = 5_000;
/** Health answers whatever is down. */
const ANSWER_WITHIN_MS = 2_000;
const BACK_WITHIN_MS = 60_000;
const CAUGHT_UP_WITHIN_MS = 900_000;
/** What the log tells of an outage may begin so much after the signal, and end so much after it. */
const LOG_LEEWAY_MS = 10_000;
const CAUGHT_UP_RECORDS = 1_000;

const TITLES = { kafka: 'Kafka', clickhouse: 'ClickHouse' };
type StoreName = keyof typeof TITLES;

const { seconds } = readOptions({ seconds: wholeNumber(40, 5) });
endWhereStoresAreNamed();

let failures = 0;
/** Who tells of a frozen store too, and after how many seconds without an answer, by docs/operations.md. */
const FROZEN_TELLERS: Record<StoreName, Record<string, number>> = {
  kafka: { 'ingest.log': 20, 'screener.log': 30, 'sink.log': 30 },
  clickhouse: { 'sink.log': 15 },
};
/** A service asks the store again that soon, or waits for an answer already. */
const ASKS_WITHIN_S = 8;
/** What other services' logs tell of is read last: they notice when they next need the store. */
const tellers: { name: StoreName; how: string; awayMs: number; backMs: number }[] = [];
function check(what: string, isSo: boolean): void {
  if (!isSo) failures += 1;
  console.log(`  ${isSo ? 'so' : 'NOT SO'}: ${what}`);
}

/** All of it, and that the page is answered too. */
async function readHealth({ pageUrl, health }: Product): Promise<Health> {
  const [told, answer] = await Promise.all([
    health(),
    fetch(`${pageUrl}/api/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
  ]);
  HealthSummary.parse(await answer.json());
  return told;
}

const statusOf = ({ stores }: Health, name: StoreName) =>
  stores.find((store) => store.name === name)?.status ?? null;

/** Both stores answer, and who reads of them is at work again after the outage before. */
const isWell = ({ stores, topics }: Health) =>
  stores.every(({ status }) => status === 'up') && topics.every(({ lag }) => (lag ?? 0) < CAUGHT_UP_RECORDS);

async function goThrough(product: Product, name: StoreName, how: 'frozen' | 'killed'): Promise<void> {
  console.log(`${TITLES[name]} is ${how} for ${seconds} s`);
  await until(
    'both stores answer',
    async () => (isWell(await readHealth(product)) ? true : null),
    BACK_WITHIN_MS,
  );
  const other = name === 'kafka' ? 'clickhouse' : 'kafka';
  const awayMs = Date.now();
  const giveBack = await takeAway(product, name, how);
  let toldMs: number | null = null;
  let otherDown = 0;
  let asked = 0;
  let unanswered = 0;
  let flaps = 0;
  while (Date.now() < awayMs + seconds * 1_000) {
    const health = await readHealth(product).catch(() => null);
    asked += 1;
    if (health === null) unanswered += 1;
    else {
      const isTold = health.problems.some((problem) => problem.startsWith(`${TITLES[name]} does not answer`));
      if (isTold) toldMs ??= Date.now() - awayMs;
      else if (toldMs !== null) flaps += 1;
      if (statusOf(health, other) !== 'up') otherDown += 1;
    }
    await wait(200);
  }
  const backMs = Date.now();
  await giveBack();
  await until(
    `${name} is back`,
    async () => (statusOf(await readHealth(product), name) === 'up' ? true : null),
    BACK_WITHIN_MS,
  );
  const knownMs = Date.now() - backMs;
  check(`health said so after ${toldMs ?? 'no'} ms`, toldMs !== null && toldMs <= TOLD_WITHIN_MS);
  check(
    `it said otherwise meanwhile in ${flaps} of ${asked} answers, and did not answer ${unanswered} times`,
    unanswered === 0 && (how === 'killed' || flaps === 0),
  );
  check(`${TITLES[other]} was said to be down in ${otherDown} answers`, otherDown === 0);
  console.log(`  up again in health ${knownMs} ms after it was let go`);
  const outages = await until('the log tells the end', () => {
    const told = outagesIn(product, 'query-api.log', TITLES[name], backMs);
    return told.length > 0 ? told : null;
  });
  const told = outages[0]!;
  check(
    `the log of query-api: away from ${new Date(told.fromMs).toISOString()} to ${new Date(told.toMs).toISOString()} (${how} at ${new Date(awayMs).toISOString()}, let go at ${new Date(backMs).toISOString()})`,
    Math.abs(told.fromMs - awayMs) <= LOG_LEEWAY_MS &&
      told.toMs >= backMs &&
      told.toMs - backMs <= LOG_LEEWAY_MS + knownMs,
  );
  tellers.push({ name, how, awayMs, backMs });
}

const product = await startProduct([]);
try {
  // Whoever still catches up with the market's past is behind for other reasons.
  await untilLive(product.pageUrl, CAUGHT_UP_WITHIN_MS);
  for (const how of ['frozen', 'killed'] as const)
    for (const name of ['kafka', 'clickhouse'] as const) await goThrough(product, name, how);
  const last = await readHealth(product);
  const { slot } = last;
  await until(
    'the market is read on',
    async () => ((await readHealth(product)).slot ?? 0) > (slot ?? 0) + 10 || null,
    BACK_WITHIN_MS,
  );
  for (const { name, how, awayMs, backMs } of tellers) {
    console.log(
      `${TITLES[name]} ${how} ${new Date(awayMs).toISOString()} to ${new Date(backMs).toISOString()}, as others tell it`,
    );
    for (const log of ['ingest.log', 'screener.log', 'sink.log', 'supervisor.log']) {
      const told = outagesIn(product, log, TITLES[name], backMs).filter(({ fromMs }) => fromMs < backMs);
      for (const { fromMs, toMs } of told)
        console.log(`  ${log}: ${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}`);
      const after = how === 'frozen' ? FROZEN_TELLERS[name][log] : undefined;
      if (after !== undefined && seconds > after + ASKS_WITHIN_S)
        check(
          `${log} tells of it, from within ${ASKS_WITHIN_S} s of its beginning`,
          told.some(({ fromMs }) => Math.abs(fromMs - awayMs) <= ASKS_WITHIN_S * 1_000),
        );
    }
  }
  check(`gaps in the journal: ${last.gaps.length}`, last.gaps.length === 0);
  await goThroughStarved(product, seconds, check);
} finally {
  await product.stop();
}
await goThroughServices(seconds, check);
await goThroughSite(seconds, check);
console.log(failures === 0 ? 'All of it is so.' : `${failures} of it are not so.`);
process.exit(failures === 0 ? 0 : 1);
