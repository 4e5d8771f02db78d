/**
 * `npm run test:crash -- [--events N] [--kills K] [--seed S] [--broker standalone|kafka] [--screeners N] [--sinks N]
 * [--source grpc|wss]`: a
 * market of at least N events (facts that its transactions state), with forks, late and repeated transactions, goes through
 * the product, whose enrichers ask the market's services, while K faults happen (fault-plan.ts).
 * Afterwards
 *  - what ingest published equals, as a set of facts, what an undisturbed ingest publishes, but for what came in gaps
 *    that it declared and a fault explains; nothing stands there twice but what came while two ingests ran; and nothing
 *    is a dead letter but parts of slots in such gaps;
 *  - an undisturbed screener and sink over the same journal give the same topics, states, tables and views, and the same
 *    dead letters of records that nobody can read, which came while faults happened;
 *  - what was written into Postgres and the object store meanwhile, and acknowledged, is there, and whole;
 *  - after every fault everything that it had stopped went on within 30 s, and the faults had their effects.
 * Prints every fault, every comparison and a summary; exits 1 when any of this does not hold.
 */

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { TOPICS } from '@cryptonite/contracts/topics';
import { endAnswers, servicesOf } from './answers.js';
import { comparePublished, type Excuse } from './compare-published.js';
import { Comparison } from './comparison.js';
import { type Copies, keepCopies } from './copies.js';
import { environmentOf as environmentOfKafka, startKafka } from './engines/kafka.js';
import { playEnough } from './enough.js';
import { describeFault, type Fault, planFaults } from './fault-plan.js';
import { doFault, type Target } from './faults.js';
import { type Product, startProduct, until } from './product.js';
import { compareWithReplay, PRODUCT_OPTIONS, SOL_PRICE_USD } from './proof.js';
import { endWhereStoresAreNamed, oneOf, readOptions, wholeNumber } from './proof-options.js';
import { watchRecoveries } from './recoveries.js';
import { untilPublished, untilStored } from './settle.js';
import { RPC_BUDGET, type Source, startSource } from './source.js';
import { environmentOf, openKafka, openStores } from './stores.js';
import { sendStrays } from './strays.js';
import { publishUndisturbed } from './undisturbed.js';
import { type Writing, writeMeanwhile } from './written-meanwhile.js';

const RECOVERED_WITHIN_MS = 30_000;
const SETTLE_LIMIT_MS = 900_000;
/** The source waits when the sink is so many seconds of it behind, so that faults fall on a pipeline at work. */
const BEHIND_S = 10;
const RESTART_BROKER_AFTER_MS = 300;
const BROKER_LIMIT_MS = 120_000;

const {
  events,
  kills,
  seed,
  broker,
  screeners,
  sinks,
  source: kind,
} = readOptions({
  events: wholeNumber(200_000, 1_000),
  kills: wholeNumber(50, 0),
  seed: wholeNumber(1, 0),
  broker: oneOf('standalone', 'kafka'),
  screeners: wholeNumber(1, 1, 4),
  sinks: wholeNumber(1, 1, 4),
  source: oneOf('grpc', 'wss'),
});
endWhereStoresAreNamed();
const plan = planFaults(seed, kills);
// An RPC has its history; what it loses is a proof of its own (sources.ts).
const faults =
  kind === 'grpc'
    ? plan.faults
    : plan.faults.map(
        (fault): Fault => (fault.kind === 'gap' ? { kind: 'disconnect', atShare: fault.atShare } : fault),
      );

/** The source tells where it stands ten times a second. */
const TOLD_WITHIN_MS = 300;

/**
 * What kafkajs says to who wakes up and has lost its partitions: by the group, or by the transaction that it was at. Which
 * of the two comes first is chance.
 */
const LOST = /not aware of this member|old epoch/g;

type Happened = {
  fault: Fault;
  second: number;
  share: number;
  /** The journal's ends when it began. */
  ends: ReadonlyMap<number, bigint>;
  /** Where the source stood when it began, and when it was over; infinite where it never was. */
  slot: number;
  lastSlot: number;
  recoveredMs: number | null;
};

const folder = mkdtempSync(join(tmpdir(), 'cryptonite-crash-'));
const startedAtMs = performance.now();
const seconds = () => (performance.now() - startedAtMs) / 1_000;
// Over the RPC the chain has no faults of its own: it stands still for no day, nothing is lost, and so no holder is unseen.
const NOT_OVER_RPC = new Set(['gaps', 'evicted_states', 'holders_observed', TOPICS.evicted.name]);
const comparison = new Comparison(events, kind === 'wss' ? NOT_OVER_RPC : new Set());
let happened: Happened[] = [];
let strays = 0;

// First, for it tells how many transactions state so many events.
const undisturbed = await playEnough(events, (transactions) =>
  publishUndisturbed({ seed, transactions, folder, limitMs: SETTLE_LIMIT_MS, kind }),
);
const { transactions } = undisturbed;
console.log(`${transactions} transactions state ${undisturbed.events} events`);
/** Without faults, as fast as they are read. */
const perSecond = kills > 0 ? Math.ceil(transactions / plan.seconds) : undefined;

const outside = broker === 'kafka' ? await keepKafka(join(folder, 'kafka')) : null;
try {
  const source = await startSource({ seed, transactions, kind, ...(perSecond && { perSecond }) });
  const product = await startProduct(['--source', source.url, ...PRODUCT_OPTIONS], join(folder, 'product'), {
    ...outside?.environment,
    ...servicesOf(source),
    ...RPC_BUDGET,
  });
  try {
    const writing = await writeMeanwhile(environmentOf(product));
    const more = { screener: screeners - 1, sink: sinks - 1 };
    const copies = await keepCopies(more, product, environmentOf(product));
    happened = await disturb(product, source, writing, copies);
    await writing.stop();
    await untilPublished(openStores(product).kafka, source, SETTLE_LIMIT_MS);
    await untilStored(product, SETTLE_LIMIT_MS);
    await endAnswers(product, SETTLE_LIMIT_MS);
    await copies.stop();
    const { slot, forks, late } = source.played();
    console.log(
      `the disturbed run settled after ${seconds().toFixed(1)} s at slot ${slot}; its chain had ${forks} forks and ${late.length} late transactions`,
    );
    await source.stop();
    if (kills > 0 && kind === 'grpc') {
      comparison.brought('forks', forks);
      comparison.brought('late transactions', late.length);
    }
    await comparePublished(
      openStores(product).kafka,
      undisturbed.kafka,
      new Map(late),
      happened.flatMap(excuseOf),
      comparison,
    );
    await writing.compare(comparison);
    await compareWithReplay(product, comparison);
    comparison.enough('dead letters of strays', comparison.itemsOf(TOPICS.deadLetters.name), 2 * strays);
    if (happened.some(({ fault }) => fault.kind === 'freeze'))
      comparison.brought('times that one was told of the loss of its partitions', countLosses(product));
  } finally {
    await source.stop();
    await product.stop(true);
    renameSync(join(product.dataDir, 'logs'), join(folder, 'logs'));
  }
} finally {
  await outside?.stop();
  await undisturbed.discard();
}
const isFine = summarise();
for (const name of readdirSync(folder))
  if (isFine || name !== 'logs') rmSync(join(folder, name), { recursive: true });
if (isFine) rmSync(folder, { recursive: true });
else console.log(`The logs are kept in ${join(folder, 'logs')}.`);
process.exit(isFine ? 0 : 1);

/** Lets every planned fault happen at its share of the transactions, whether those before it are over or not. */
async function disturb(
  product: Product,
  source: Source,
  writing: Writing,
  copies: Copies,
): Promise<Happened[]> {
  const environment = environmentOf(product);
  const recoveries = watchRecoveries(() => openKafka(environment));
  const target: Target = {
    product,
    source,
    recoveries,
    writing,
    copies,
    killBroker: outside?.kill ?? (() => killOwnBroker(product)),
    environmentFor: (service) =>
      service === 'ingest' ? { ...environment, ...source.ingest, SOL_PRICE_USD } : environment,
  };
  const under: Promise<Happened>[] = [];
  const stopStrays = await sendStrays(openKafka(environment), () => source.played().timeMs);
  const pacing = setInterval(() => {
    // What must move on for a fault to be over needs something that moves it.
    const isBehind = recoveries.behind() > BEHIND_S * (perSecond ?? transactions);
    source.command(isBehind && !recoveries.isWaiting('journal') ? 'hold' : 'go');
  }, 1_000);
  for (const [index, fault] of faults.entries()) {
    await until(
      `${Math.round(fault.atShare * 100)}% of the transactions are played`,
      () => (source.played().transactions >= fault.atShare * transactions ? true : null),
      SETTLE_LIMIT_MS,
    );
    under.push(meet(fault, index + 1));
  }
  const all = await Promise.all(under);
  strays = await stopStrays();
  clearInterval(pacing);
  source.command('go');
  await recoveries.stop();
  return all;

  async function meet(fault: Fault, number: number): Promise<Happened> {
    const { transactions: before, slot } = source.played();
    const met = {
      fault,
      second: seconds(),
      slot,
      share: before / transactions,
      ends: recoveries.journalEnds(),
      lastSlot: Number.POSITIVE_INFINITY,
    };
    const onOver = async () => {
      await wait(TOLD_WITHIN_MS);
      met.lastSlot = source.played().slot;
    };
    const neverRecovered = wait(5 * RECOVERED_WITHIN_MS).then(() => null);
    const done = doFault(fault, target, onOver).catch((error) => {
      console.log(`fault ${number} could not be carried out: ${error}`);
      return null;
    });
    const recoveredMs = await Promise.race([done, neverRecovered]);
    console.log(
      `fault ${number} at ${met.second.toFixed(1)} s, ${(100 * met.share).toFixed(1)}% of the transactions, slot ${slot}: ${describeFault(fault)}; ${recoveredMs === null ? 'NOT RECOVERED' : `recovered after ${Math.round(recoveredMs)} ms`}`,
    );
    return { ...met, recoveredMs };
  }
}

/** In the logs of screeners and sinks. */
function countLosses(product: Product): number {
  const folder = join(product.dataDir, 'logs');
  return readdirSync(folder)
    .filter((name) => /screener|sink/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(LOST) ?? []).length;
}

/** What the fault may explain of what ingest published. */
function excuseOf({ fault, ends, slot: firstSlot, lastSlot }: Happened, index: number): Excuse[] {
  const excuse = { what: `fault ${index + 1}, ${describeFault(fault)}`, ends, firstSlot, lastSlot };
  if (fault.kind === 'gap') return [{ kind: 'gap', ...excuse }];
  return fault.kind === 'second' && fault.service === 'ingest' ? [{ kind: 'second ingest', ...excuse }] : [];
}

async function killOwnBroker(product: Product): Promise<void> {
  const pid = await until('the broker runs', async () => (await product.pids()).kafka ?? null);
  process.kill(pid, 'SIGKILL');
}

/** A real Kafka that is started again whenever it was killed. */
async function keepKafka(data: string) {
  let running = await startKafka({ folder: data });
  let starting: Promise<void> | null = null;
  let attempt = new AbortController();
  // Tried again and again, as a supervisor would: it may be killed while it starts, or find its port taken.
  const startAgain = async () => {
    await wait(RESTART_BROKER_AFTER_MS);
    const start = () => {
      attempt = new AbortController();
      return startKafka({ folder: data, port: running.port, signal: attempt.signal });
    };
    running = await until('Kafka is back', start, BROKER_LIMIT_MS);
    starting = null;
  };
  return {
    environment: environmentOfKafka(running),
    kill: async () => {
      if (starting) {
        attempt.abort();
        return;
      }
      const killed = running.kill();
      starting = killed.then(startAgain);
      await killed;
    },
    stop: async () => {
      await starting;
      await running.stop();
    },
  };
}

/** Prints what happened; whether all of it is as it must be. */
function summarise(): boolean {
  const kinds = new Map<string, number>();
  for (const { fault } of happened) kinds.set(fault.kind, (kinds.get(fault.kind) ?? 0) + 1);
  const slow = happened.filter(
    ({ recoveredMs }) => recoveredMs === null || recoveredMs > RECOVERED_WITHIN_MS,
  );
  const longestMs = Math.max(
    0,
    ...happened.map(({ recoveredMs }) => recoveredMs ?? Number.POSITIVE_INFINITY),
  );
  console.log(
    `${happened.length} faults (${[...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')}) over at least ${events} events, seed ${seed}, source ${kind}, broker ${broker}, ${screeners} screeners and ${sinks} sinks: ` +
      `longest recovery ${Math.round(longestMs)} ms, ${slow.length} over ${RECOVERED_WITHIN_MS} ms; ` +
      `${comparison.summary}; ${seconds().toFixed(0)} s.`,
  );
  return comparison.differences === 0 && slow.length === 0;
}
