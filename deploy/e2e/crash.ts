/**
 * `npm run test:crash -- [--events N] [--seed S]`: a recorded market plays through the product while ingest, screener,
 * sink, broker and ClickHouse are each killed once. Afterwards
 *  - what ingest published equals, as a set of (id, payload), what an undisturbed ingest publishes;
 *  - a fresh, undisturbed screener and sink over the same journal give the same topics, tables and views.
 * Prints a line per comparison and exits 1 on any difference.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { decodeJournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka } from 'kafkajs';
import { readHealth, untilSettled } from './health.js';
import { type Product, root, startProduct, until } from './product.js';
import { checksumTable, differingRows, listTables, openStores, readTopic } from './stores.js';

const KILLED = ['ingest', 'screener', 'sink', 'kafka', 'clickhouse'] as const;
const SETTLE_LIMIT_MS = 600_000;
const COPIED_AT_ONCE = 300;

const { values } = parseArgs({
  options: { events: { type: 'string', default: '50000' }, seed: { type: 'string', default: '7' } },
});
const events = Number(values.events);
if (!Number.isInteger(events) || events < 1_000) {
  console.error(`--events ${values.events} is not accepted: it takes a whole number from 1000.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'cryptonite-crash-'));
const tape = join(folder, 'market.tape');
let differences = 0;
const compared = (what: string, isEqual: boolean, detail: string) => {
  console.log(`${isEqual ? 'equal' : 'DIFFERENT'}  ${what}  ${detail}`);
  if (!isEqual) differences += 1;
};

const digest = (lines: Iterable<string>) => {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line).update('\n');
  return hash.digest('hex').slice(0, 16);
};

await writeTape();
const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(1);

const playTape = ['--source', `tape:${tape}`, '--speed', 'max'];
/** Nothing listens there: an ingest that never connects publishes nothing. */
const noSource = ['--source', 'http://127.0.0.1:9'];

const disturbed = await startProduct(playTape);
const copies: Product[] = [disturbed];
try {
  await killEach(disturbed);
  const { slot } = await untilSettled(disturbed.pageUrl, SETTLE_LIMIT_MS);
  console.log(`disturbed run settled after ${seconds()} s at slot ${slot}`);

  const left = openStores(disturbed);
  const journal = await readTopic(left.kafka, TOPICS.journal.name);

  const undisturbed = await startProduct(playTape);
  copies.push(undisturbed);
  await untilSettled(undisturbed.pageUrl, SETTLE_LIMIT_MS);
  compareFacts(journal, await readTopic(openStores(undisturbed).kafka, TOPICS.journal.name));
  await undisturbed.stop();

  const replayed = await startProduct(noSource);
  copies.push(replayed);
  const right = openStores(replayed);
  await copyTopic(right.kafka, journal);
  await untilSettled(replayed.pageUrl, SETTLE_LIMIT_MS);
  console.log(`undisturbed fold and sink over the same journal settled after ${seconds()} s`);

  await compareSequence(left.kafka, right.kafka, TOPICS.screening.name);
  await compareStates(left.kafka, right.kafka);
  await compareSequence(left.kafka, right.kafka, TOPICS.deadLetters.name);
  for (const table of await listTables(right.clickhouse)) {
    const [a, b] = await Promise.all([
      checksumTable(left.clickhouse, table),
      checksumTable(right.clickhouse, table),
    ]);
    const isEqual = a.rows === b.rows && a.checksum === b.checksum;
    compared(`table ${table}`, isEqual, `${a.rows} rows, ${a.checksum} / ${b.rows} rows, ${b.checksum}`);
    if (!isEqual)
      for (const row of await differingRows(left.clickhouse, right.clickhouse, table))
        console.log(`  ${row}`);
  }
} finally {
  for (const product of copies) await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(differences === 0 ? 'No difference.' : `${differences} differences.`);
process.exit(differences === 0 ? 0 : 1);

async function writeTape(): Promise<void> {
  const child = fork(join(root, 'deploy/dist/market/market-tape-main.js'), [], {
    env: {
      ...process.env,
      SEED: values.seed,
      EVENTS: String(events),
      START_TIME_MS: String(Date.UTC(2026, 0, 5)),
      TAPE_FILE: tape,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error(`no tape was written: status ${status}`);
}

/** Ends each service in turn with SIGKILL, spread over the run, and waits until each is back. */
async function killEach(product: Product): Promise<void> {
  await until('the run is under way', async () =>
    (await readHealth(product.pageUrl)).slot === null ? null : true,
  );
  for (const service of KILLED) {
    await wait(1_500);
    const pid = (await product.pids())[service];
    if (pid === undefined) throw new Error(`${service} has no process`);
    const { slot } = await readHealth(product.pageUrl);
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    await until(`${service} is back`, async () => {
      const now = (await product.pids())[service];
      return now !== undefined && now !== pid ? now : null;
    });
    console.log(
      `killed ${service} at ${seconds()} s, slot ${slot}; its process was back after ${Math.round(performance.now() - killedAt)} ms`,
    );
  }
}

type JournalCopy = Awaited<ReturnType<typeof readTopic>>[number];

function compareFacts(a: readonly JournalCopy[], b: readonly JournalCopy[]): void {
  const facts = (records: readonly JournalCopy[]) => {
    const set = new Map<string, string>();
    let count = 0;
    for (const { partition, value } of records)
      for (const fact of decodeJournalRecord(value ?? '').facts) {
        // How often stream facts such as slots are repeated depends on when connections broke; tokens' facts do not.
        if (!('mint' in fact)) continue;
        count += 1;
        set.set(
          `${partition} ${fact.id}`,
          JSON.stringify(fact, (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
        );
      }
    return { set, count };
  };
  const [x, y] = [facts(a), facts(b)];
  const lines = ({ set }: typeof x) =>
    [...set].sort(([i], [j]) => (i < j ? -1 : 1)).map(([id, text]) => `${id} ${text}`);
  compared(
    'facts published by ingest',
    digest(lines(x)) === digest(lines(y)),
    `${x.set.size} / ${y.set.size}`,
  );
  compared('facts doubled by ingest', x.count === x.set.size, `${x.count - x.set.size}`);
}

async function copyTopic(kafka: Kafka, records: readonly JournalCopy[]): Promise<void> {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  // A batch stays well below the largest message that a broker accepts.
  for (let at = 0; at < records.length; at += COPIED_AT_ONCE)
    await producer.send({
      topic: TOPICS.journal.name,
      acks: -1,
      compression: CompressionTypes.GZIP,
      messages: records
        .slice(at, at + COPIED_AT_ONCE)
        .map(({ partition, key, value, timestamp, headers }) => ({
          partition,
          key,
          value,
          timestamp,
          headers,
        })),
    });
  await producer.disconnect();
}

/** The same records in the same order in every partition. Offsets may differ: transactions leave holes. */
async function compareSequence(left: Kafka, right: Kafka, topic: string): Promise<void> {
  const lines = async (kafka: Kafka) =>
    (await readTopic(kafka, topic)).map(({ partition, key, value }) => `${partition} ${key} ${value}`);
  const [a, b] = [await lines(left), await lines(right)];
  compared(`topic ${topic}`, digest(a) === digest(b), `${a.length} / ${b.length} records`);
  const first = a.findIndex((line, index) => line !== b[index]);
  if (digest(a) !== digest(b))
    console.log(`  - ${a[first]?.slice(0, 1_000)}\n  + ${b[first]?.slice(0, 1_000)}`);
}

/** The newest value of each key: which older ones still stand depends on when compaction ran. */
async function compareStates(left: Kafka, right: Kafka): Promise<void> {
  const newest = async (kafka: Kafka) => {
    const states = new Map<string, string | null>();
    for (const { partition, key, value } of await readTopic(kafka, TOPICS.screenerState.name))
      states.set(`${partition} ${key}`, value);
    return [...states].filter(([, value]) => value !== null).sort(([i], [j]) => (i < j ? -1 : 1));
  };
  const [a, b] = [await newest(left), await newest(right)];
  const text = (states: typeof a) => states.map(([key, value]) => `${key} ${value}`);
  compared(
    `states in ${TOPICS.screenerState.name}`,
    digest(text(a)) === digest(text(b)),
    `${a.length} / ${b.length} keys`,
  );
  const other = new Map(b);
  const first = a.find(([key, value]) => other.get(key) !== value);
  if (first)
    console.log(`  - ${first[0]} ${first[1]?.slice(0, 1_500)}\n  + ${other.get(first[0])?.slice(0, 1_500)}`);
}
