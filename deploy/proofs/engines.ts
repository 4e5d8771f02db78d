/**
 * `npm run test:engines -- [--events N] [--kills K] [--seed S]`: the product against real engines. Kafka is the broker that
 * KAFKA_BROKERS names, else Apache Kafka by Maven and Java 17, else by Docker; ClickHouse is the server that
 * CLICKHOUSE_CONFORMANCE_URL names, Postgres that of POSTGRES_CONFORMANCE_URL, and the object store that of S3_CONFORMANCE_ENDPOINT,
 * else MinIO, which Go builds. For each engine the conformance suites run on the standalone server and on the real
 * one, test for test; then a seeded tape goes through the product on both brokers, and the crash proof (which the options
 * are for) runs on the real one. What cannot run is named with what it lacks. Exits 1 when something failed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { BOUNDED_START_MS, playBounded } from '@cryptonite/market/market-source.js';
import { isForLaunchpads } from '@cryptonite/market/subscribed.js';
import { TapeWriter } from '@cryptonite/provider/tape.js';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { startVitest, type TestCase } from 'vitest/node';
import { z } from 'zod';
import {
  KAFKA_VERSION,
  type KafkaAddress,
  NoKafkaError,
  readKafkaAddress,
  startKafka,
} from './engines/kafka.js';
import {
  environmentOf,
  NoMinioError,
  type RunningMinio,
  readObjectStoreAddress,
  startMinio,
} from './engines/minio.js';
import { untilSettled } from './health.js';
import { root, startProduct } from './product.js';
import { readOptions, wholeNumber } from './proof-options.js';

const ROAD_TRANSACTIONS = 10_000;
const SETTLE_LIMIT_MS = 300_000;
const DIFFERENCES_SHOWN = 5;

const KAFKA_SUITES = [
  'deploy/standalone/kafka/conformance.int.spec.ts',
  'deploy/standalone/kafka/protocol.int.spec.ts',
  'deploy/standalone/kafka/groups-protocol.int.spec.ts',
  'deploy/standalone/kafka/retention.int.spec.ts',
];
const POSTGRES_SUITES = ['deploy/standalone/postgres/conformance.int.spec.ts'];
/** The second is what stands on it: uploads, releases, and files that are exchanged in the store. */
const S3_SUITES = [
  'deploy/standalone/s3/conformance.int.spec.ts',
  'query-api/src/modules/apk/apk.int.spec.ts',
];
const CLICKHOUSE_SUITES = ['deploy/standalone/clickhouse/conformance.int.spec.ts'];

const LISTS = ['/api/tokens/qualified', '/api/tokens/rejected', '/api/discovery/early-stage'];
const Page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });

const { events, kills, seed } = readOptions({
  events: wholeNumber(5_000, 1_000),
  kills: wholeNumber(5, 0),
  seed: wholeNumber(7, 0),
});

const total = { passed: 0, failed: 0, skipped: 0 };
const say = (line: string) => console.log(line);
const pass = (what: string) => {
  total.passed += 1;
  say(`passed   ${what}`);
};
const fail = (what: string, why: string) => {
  total.failed += 1;
  say(`FAILED   ${what}: ${why}`);
};
const skip = (what: string, why: string) => {
  total.skipped += 1;
  say(`skipped  ${what}: ${why}`);
};

const folder = mkdtempSync(join(tmpdir(), 'cryptonite-engines-'));
try {
  const given = readKafkaAddress(process.env);
  const kafka = given ? { address: given, stop: async () => {} } : await tryStartKafka();
  if ('lacks' in kafka) {
    await compareSuites('Kafka', KAFKA_SUITES, kafka);
    skip('the road from tape to API on a real Kafka', kafka.lacks);
    skip('the crash proof on a real Kafka', kafka.lacks);
  } else {
    try {
      await compareSuites('Kafka', KAFKA_SUITES, suitesEnvironment(kafka.address));
      await proveRoad(kafka.address);
    } finally {
      await kafka.stop();
    }
    if (given)
      skip(
        'the crash proof on a real Kafka',
        'it kills its broker; without KAFKA_BROKERS it starts one to kill',
      );
    else await proveCrashes();
  }
  await compareSuites(
    'ClickHouse',
    CLICKHOUSE_SUITES,
    process.env.CLICKHOUSE_CONFORMANCE_URL
      ? { CLICKHOUSE_CONFORMANCE_URL: process.env.CLICKHOUSE_CONFORMANCE_URL }
      : {
          lacks:
            'no server is named; CLICKHOUSE_CONFORMANCE_URL takes its HTTP address, and CLICKHOUSE_CONFORMANCE_USER and CLICKHOUSE_CONFORMANCE_PASSWORD a user that may create databases',
        },
  );
  await compareSuites(
    'Postgres',
    POSTGRES_SUITES,
    process.env.POSTGRES_CONFORMANCE_URL
      ? { POSTGRES_CONFORMANCE_URL: process.env.POSTGRES_CONFORMANCE_URL }
      : {
          lacks:
            'the standalone one is a real Postgres already; POSTGRES_CONFORMANCE_URL takes the postgres:// address of a database on another, with a user that may make tables there',
        },
  );
  const minio = await tryStartMinio();
  if ('lacks' in minio) await compareSuites('S3', S3_SUITES, minio);
  else await compareSuites('S3', S3_SUITES, environmentOf(minio.address)).finally(minio.stop);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

type Lacking = { lacks: string };

async function tryStartKafka(): Promise<{ address: KafkaAddress; stop: () => Promise<void> } | Lacking> {
  try {
    const running = await startKafka({ folder: join(folder, 'kafka') });
    const { address, username, password } = running;
    say(`Apache Kafka ${KAFKA_VERSION} at ${address}`);
    return { address: { brokers: [address], username, password }, stop: running.stop };
  } catch (error) {
    if (error instanceof NoKafkaError) return { lacks: error.message };
    throw error;
  }
}

async function tryStartMinio(): Promise<Pick<RunningMinio, 'address' | 'stop'> | Lacking> {
  const address = readObjectStoreAddress(process.env);
  if (address) return { address, stop: async () => {} };
  try {
    const running = await startMinio(join(folder, 'minio'));
    say(`MinIO at ${running.address.endpoint}`);
    return running;
  } catch (error) {
    if (error instanceof NoMinioError) return { lacks: error.message };
    throw error;
  }
}

function suitesEnvironment({ brokers, username, password }: KafkaAddress): Record<string, string> {
  return {
    KAFKA_CONFORMANCE_BROKERS: brokers.join(','),
    ...(username && { KAFKA_CONFORMANCE_USERNAME: username, KAFKA_CONFORMANCE_PASSWORD: password ?? '' }),
  };
}

/** The same suites on the standalone server and on the real one: the same tests, all passed, or skipped with a reason. */
async function compareSuites(
  engine: string,
  files: string[],
  real: Record<string, string> | Lacking,
): Promise<void> {
  const own = await runSuites(files, {});
  countTests(`${engine}, standalone`, own);
  if ('lacks' in real) {
    skip(`${engine}, real: its ${own.length} tests`, real.lacks);
    return;
  }
  const others = await runSuites(files, real);
  countTests(`${engine}, real`, others);
  const what = `${engine}: ${own.length} tests on the standalone server, ${others.length} on the real one`;
  const names = new Set(others.map((test) => test.fullName));
  const missing = own.find((test) => !names.has(test.fullName));
  if (own.length === others.length && !missing && own.length > 0) pass(what);
  else fail(what, missing ? `${missing.fullName} is missing there` : 'the counts differ');
}

function countTests(where: string, tests: TestCase[]): void {
  const before = total.passed;
  for (const test of tests) {
    const result = test.result();
    const what = `${where}: ${test.fullName}`;
    if (result.state === 'passed') total.passed += 1;
    else if (result.state === 'skipped') skip(what, result.note ?? 'no reason is given');
    else fail(what, result.state === 'failed' ? (result.errors[0]?.message ?? '') : 'it did not end');
  }
  say(`${where}: ${tests.length} tests, ${total.passed - before} passed`);
}

/** Runs spec files in processes of their own, which read `env`. */
async function runSuites(files: string[], env: Record<string, string>): Promise<TestCase[]> {
  const names = [
    'KAFKA_CONFORMANCE_BROKERS',
    'CLICKHOUSE_CONFORMANCE_URL',
    'POSTGRES_CONFORMANCE_URL',
    'S3_CONFORMANCE_ENDPOINT',
    ...Object.keys(env),
  ];
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const set = (values: Record<string, string | undefined>) => {
    for (const name of names)
      if (values[name] === undefined) delete process.env[name];
      else process.env[name] = values[name];
  };
  set(env);
  try {
    const vitest = await startVitest('test', files, {
      root,
      run: true,
      watch: false,
      project: ['int'],
      reporters: [{}],
    });
    const modules = vitest.state.getTestModules();
    for (const { moduleId, errors } of modules.map((module) => ({
      moduleId: module.moduleId,
      errors: module.errors(),
    })))
      for (const error of errors) fail(moduleId, error.message);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    await vitest.close();
    // A failed test is counted and named here.
    process.exitCode = 0;
    return tests;
  } finally {
    set(before);
  }
}

/** A seeded tape through the product on the standalone broker and on the real one: the API answers the same. */
async function proveRoad(real: KafkaAddress): Promise<void> {
  const what = `the road from tape to API, ${ROAD_TRANSACTIONS} transactions`;
  const found = await productTopics(real);
  if (found.length > 0) {
    skip(
      `${what}, on the real Kafka`,
      `the broker holds ${found.join(', ')} already, and the tape needs them empty`,
    );
    return;
  }
  const tape = join(folder, 'market.tape');
  await writeTape(tape);
  const expected = await playTape(tape, { KAFKA_BROKERS: '' });
  const answered = await playTape(tape, {
    KAFKA_BROKERS: real.brokers.join(','),
    KAFKA_USERNAME: real.username ?? '',
    KAFKA_PASSWORD: real.password ?? '',
  }).finally(() => deleteProductTopics(real));
  let isEqual = true;
  for (const [path, items] of Object.entries(expected)) {
    const others = answered[path] ?? [];
    say(`  ${path}: ${items.length} on the standalone broker, ${others.length} on the real one`);
    if (isDeepStrictEqual(items, others)) continue;
    isEqual = false;
    for (const at of items
      .map((_, index) => index)
      .filter((index) => !isDeepStrictEqual(items[index], others[index]))
      .slice(0, DIFFERENCES_SHOWN))
      say(`  - ${JSON.stringify(items[at])}\n  + ${JSON.stringify(others[at])}`);
  }
  const count = Object.values(expected).flat().length;
  if (isEqual && count > 0) pass(`${what}: ${count} entries are the same`);
  else fail(what, count === 0 ? 'no tokens on any list' : 'the answers differ');
}

/** As a recording is: it ends in the middle of what goes on. */
async function writeTape(file: string): Promise<void> {
  const tape = await TapeWriter.create(file);
  const market = playBounded({
    seed,
    startMs: BOUNDED_START_MS,
    launches: Number.POSITIVE_INFINITY,
    transactions: ROAD_TRANSACTIONS,
    regime: 'high',
  });
  for (const updates of market)
    for (const { body } of updates.filter(isForLaunchpads)) await tape.write(body);
  await tape.close();
}

async function playTape(tape: string, env: Record<string, string>): Promise<Record<string, unknown[]>> {
  const product = await startProduct(['--source', `tape:${tape}`, '--speed', 'max'], undefined, env);
  try {
    await untilSettled(product, SETTLE_LIMIT_MS);
    const lists: Record<string, unknown[]> = {};
    for (const path of LISTS) lists[path] = await readList(`${product.pageUrl}${path}`);
    const counts = await fetch(`${product.pageUrl}/api/tokens/monitoring-count`);
    return { ...lists, '/api/tokens/monitoring-count': [await counts.json()] };
  } finally {
    await product.stop();
  }
}

/** All pages of a list. */
async function readList(url: string): Promise<unknown[]> {
  const items: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(LIST_LIMIT_MAX), ...(cursor && { cursor }) });
    const answer = await fetch(`${url}?${query}`);
    const page: z.infer<typeof Page> = Page.parse(await answer.json());
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}

async function withAdmin<T>(
  { brokers, username, password }: KafkaAddress,
  ask: (admin: Admin) => Promise<T>,
): Promise<T> {
  const admin = new Kafka({
    brokers,
    logLevel: logLevel.NOTHING,
    ...(username && { sasl: { mechanism: 'plain', username, password: password ?? '' } }),
  }).admin();
  await admin.connect();
  try {
    return await ask(admin);
  } finally {
    await admin.disconnect();
  }
}

function productTopics(kafka: KafkaAddress): Promise<string[]> {
  return withAdmin(kafka, async (admin) => {
    const names = new Set<string>(Object.values(TOPICS).map(({ name }) => name));
    return (await admin.listTopics()).filter((topic) => names.has(topic));
  });
}

async function deleteProductTopics(kafka: KafkaAddress): Promise<void> {
  const topics = await productTopics(kafka);
  await withAdmin(kafka, (admin) => admin.deleteTopics({ topics }));
}

async function proveCrashes(): Promise<void> {
  const what = `the crash proof on a real Kafka, with three screeners and two sinks: ${kills} kills over ${events} events, seed ${seed}`;
  const options = [
    '--broker',
    'kafka',
    '--events',
    `${events}`,
    '--kills',
    `${kills}`,
    '--seed',
    `${seed}`,
    '--screeners',
    '3',
    '--sinks',
    '2',
  ];
  await runProgram('deploy/proofs/dist/crash.js', options).then(
    () => pass(what),
    (error: Error) => fail(what, error.message),
  );
}

async function runProgram(path: string, args: string[]): Promise<void> {
  const child = fork(join(root, path), args);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${path} ended with status ${status}`);
}
