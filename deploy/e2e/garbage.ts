/**
 * `npm run test:garbage -- [--seed S] [--cases N]`: a market plays through the product twice, once alone and once among
 * garbage: hurt copies of another market's updates, the corpus of ingest/fixtures/garbage, slots and times that cannot
 * be, records that break every contract, requests that nobody should send. Afterwards
 *  - every good token has the same rows and the same numbers in the API as in the undisturbed run;
 *  - every piece of garbage is a dead letter with its reason and place, or is passed by as docs/operations.md says;
 *  - every process is the one that was started, and none has grown beyond its bounds.
 * Prints a line per case with what was expected and seen; exits 1 where they differ.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Health, QualifiedTokens, RejectedTokens } from '@cryptonite/contracts/api';
import { DeadLetter, JournalRecord } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Server, ServerCredentials, type ServerDuplexStream, type sendUnaryData } from '@grpc/grpc-js';
import { type SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { CompressionTypes, type Kafka } from 'kafkajs';
import { z } from 'zod';
import { BOUNDED_START_MS, playBounded } from '../market/market-source.js';
import { GEYSER } from '../yellowstone/geyser.js';
import type { Update } from '../yellowstone/update.js';
import { untilSettled } from './health.js';
import { passedByBecause, signatureOf } from './passed-by.js';
import { type Product, root, startProduct, until } from './product.js';
import { openStores, streamTopic, type TopicRecord } from './stores.js';

const LABEL = { package: 'cryptonite-tape', version: '0.1.0', source: { kind: 'tape', name: 'garbage' } };
const FAR_SLOT = 900_000_000_000;
const Corpus = z.array(z.object({ file: z.string(), what: z.string(), outcome: z.string() }));

const GOOD_TRANSACTIONS = 2_000;
const MEMORY_LIMIT_MB = 1_500;
const SETTLE_LIMIT_MS = 90_000;

const accept = (name: string, text: string, low: number, high: number): number => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= low && value <= high) return value;
  console.error(`--${name} ${text} is not accepted: it takes a whole number from ${low} to ${high}.`);
  process.exit(2);
};
const { seed, cases } = readArguments();

function readArguments(): { seed: number; cases: number } {
  try {
    const { values } = parseArgs({
      options: { seed: { type: 'string', default: '4' }, cases: { type: 'string', default: '400' } },
    });
    return {
      seed: accept('seed', values.seed, 0, 999_999_999),
      cases: accept('cases', values.cases, 1, 20_000),
    };
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}: --seed and --cases are accepted, each with a number.`,
    );
    process.exit(2);
  }
}

/** Mulberry32: the same garbage for the same seed. */
let randomState = seed + 1;
const random = (below: number): number => {
  randomState = (randomState + 0x6d2b79f5) | 0;
  let t = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % below;
};

/** One piece of garbage on the chain's stream. */
type Piece = {
  group: string;
  bytes: Buffer;
  /** Among which of the slots it is sent. */
  at: number;
  /** Null where only the reading of it tells. */
  expected: 'dead letter' | 'facts' | 'passed by' | null;
};

const slots = [
  ...playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    transactions: GOOD_TRANSACTIONS,
    launches: Number.POSITIVE_INFINITY,
  }),
]
  .map((updates) => updates.filter(({ kind }) => kind === 'transaction' || kind === 'blockMeta'))
  .filter((updates) => updates.some(({ kind }) => kind === 'blockMeta'));
/** The last slots come after everything is compared: they show that the stream still goes on. */
const REST = 10;
const played = slots.slice(0, -REST);
const lastSlot = slotOf(played.at(-1)!);

type Line = { what: string; expected: string; seen: string; isRight: boolean };
const table: Line[] = [];
const note = (what: string, expected: string, seen: string, isRight: boolean): void => {
  table.push({ what, expected, seen, isRight });
};

const pieces = makePieces();

function slotOf(updates: readonly Update[]): number {
  return updates[0]!.slot;
}

function hurt(bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0 && result.length > 0; times--) {
    const at = random(result.length);
    switch (random(5)) {
      case 0:
        result[at]! ^= 1 << random(8);
        break;
      case 1:
        result[at] = [0, 1, 0x7f, 0x80, 0xff][random(5)]!;
        break;
      case 2:
        result = result.subarray(0, at);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + 1 + random(40))]);
        break;
      default:
        result = Buffer.concat([result.subarray(0, at), result.subarray(Math.max(0, at - random(60)))]);
    }
  }
  return result;
}

function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) bytes.writeUInt32LE(random(0xffffffff), i);
  return bytes;
}

const encode = (parts: object): Buffer =>
  Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(parts)).finish());

const confirmed = (slot: number): Buffer => encode({ slot: { slot: String(slot), status: 1 } });

/** The same transaction in a slot of the good stream, where its bytes can be read at all. */
function moveTo(slot: number, bytes: Buffer): Buffer {
  try {
    const update = SubscribeUpdate.decode(bytes);
    if (!update.transaction) return bytes;
    update.transaction.slot = String(slot);
    return Buffer.from(SubscribeUpdate.encode(update).finish());
  } catch {
    return bytes;
  }
}

function makePieces(): Piece[] {
  const made: Piece[] = [];
  const others = [
    ...playBounded({
      seed: 1_000_000 + seed,
      startMs: BOUNDED_START_MS,
      transactions: cases,
      launches: Number.POSITIVE_INFINITY,
    }),
  ]
    .flat()
    .filter(({ kind }) => kind === 'transaction');
  others.forEach(({ body }, i) => {
    const at = Math.floor((i * played.length) / others.length);
    const bytes = hurt(moveTo(slotOf(played[at]!), body));
    made.push({ group: `hurt updates (seed ${seed})`, bytes, at, expected: null });
  });
  const folder = join(root, 'ingest/fixtures/garbage');
  const index = Corpus.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  index.forEach(({ file, what, outcome }, i) => {
    const bytes = Buffer.from(readFileSync(join(folder, file), 'utf8').replace(/\s/g, ''), 'hex');
    const expected = outcome.startsWith('facts')
      ? 'facts'
      : outcome.startsWith('passed by')
        ? 'passed by'
        : 'dead letter';
    const at = i % played.length;
    made.push({ group: what, bytes: moveTo(slotOf(played[at]!), bytes), at, expected });
  });
  made.push({
    group: 'an update of 10 MB that is none',
    bytes: Buffer.concat([Buffer.of(0x22, 0xff), randomBytes(10 << 20)]),
    at: 2,
    expected: 'dead letter',
  });
  for (let i = 0; i < 30; i++)
    made.push({
      group: 'thirty updates of 300 kB that are none',
      bytes: Buffer.concat([Buffer.of(0x22, 0xff), randomBytes(300_000)]),
      at: 3,
      expected: 'dead letter',
    });
  return made;
}

/** The good slots with the pieces among them, each before the end of a slot; and slots and times that cannot be. */
function makeFrames(among: readonly Piece[]): { slot: number; bytes: Buffer }[] {
  const frames: { slot: number; bytes: Buffer }[] = [];
  const meta = (slot: number, parent: number, timeS: number) =>
    encode({
      blockMeta: { slot: String(slot), parentSlot: String(parent), blockTime: { timestamp: String(timeS) } },
    });
  played.forEach((updates, i) => {
    const slot = slotOf(updates);
    const push = (...all: Buffer[]) => frames.push(...all.map((bytes) => ({ slot, bytes })));
    const own = among.filter(({ at }) => at === i);
    const end = updates.findIndex(({ kind }) => kind === 'blockMeta');
    push(...updates.slice(0, end).map(({ body }) => body), ...own.map(({ bytes }) => bytes));
    if (among.length > 0 && i === 5) push(meta(FAR_SLOT, slot - 1, timeOf(updates)), confirmed(FAR_SLOT));
    if (among.length > 0 && i === 8)
      push(meta(slot - 20, slot - 20, timeOf(updates) - 8), confirmed(slot - 20));
    for (const { kind, body } of updates.slice(end))
      push(among.length > 0 && i === 11 && kind === 'blockMeta' ? inYear2100(body) : body);
    push(confirmed(slot));
    if (among.length > 0 && i === 14)
      push(...played[4]!.map(({ body }) => body), confirmed(slotOf(played[4]!)));
  });
  return frames;
}

function timeOf(updates: readonly Update[]): number {
  const found = updates.find((update) => update.kind === 'blockMeta');
  return found?.kind === 'blockMeta' ? (found.blockTimeS ?? 0) : 0;
}

function inYear2100(body: Buffer): Buffer {
  const update = SubscribeUpdate.decode(body);
  update.blockMeta!.blockTime = { timestamp: '4102444800' };
  return Buffer.from(SubscribeUpdate.encode(update).finish());
}

type Provider = { url: string; push: (frames: readonly Buffer[]) => void; close: () => void };

/** A provider that sends what it is told to, byte by byte, and replays from any slot. */
async function openProvider(frames: { slot: number; bytes: Buffer }[]): Promise<Provider> {
  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const open = new Set<ServerDuplexStream<SubscribeRequest, Buffer>>();
  server.addService(GEYSER, {
    Subscribe(call: ServerDuplexStream<SubscribeRequest, Buffer>) {
      call.on('error', () => {});
      call.on('close', () => open.delete(call));
      call.on('cancelled', () => open.delete(call));
      // A call that ended reads no further; nothing waits for it.
      let resume = () => {};
      call.on('drain', () => resume());
      call.once('data', async ({ fromSlot }: SubscribeRequest) => {
        const from = fromSlot === undefined ? frames.length : Number(fromSlot);
        for (const { slot, bytes } of fromSlot === undefined ? [] : frames) {
          if (slot < from || call.cancelled) continue;
          if (!call.write(bytes)) await new Promise((resolve) => (resume = () => resolve(null)));
        }
        open.add(call);
      });
    },
    SubscribeReplayInfo: (_: unknown, done: sendUnaryData<object>) =>
      done(null, { firstAvailable: String(frames[0]!.slot) }),
    GetVersion: (_: unknown, done: sendUnaryData<object>) => done(null, { version: JSON.stringify(LABEL) }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    );
  });
  return {
    url: `http://127.0.0.1:${port}`,
    push: (more) => {
      for (const call of open) for (const bytes of more) call.write(bytes);
    },
    close: () => server.forceShutdown(),
  };
}

/** The journal confirms a slot without facts only every two seconds: the last one confirmed may be five before. */
const CONFIRMED_WITHIN = 6;

async function untilSlot(product: Product, slot: number): Promise<Health> {
  return until(
    `slot ${slot} is folded and stored`,
    async () => {
      const health = await untilSettled(product.pageUrl, SETTLE_LIMIT_MS);
      return (health.slot ?? 0) > slot - CONFIRMED_WITHIN ? health : null;
    },
    SETTLE_LIMIT_MS,
  ).catch((error) => {
    console.error(product.lines.slice(-20).join('\n'));
    throw error;
  });
}

type Observed = { rows: Map<string, string[]>; tokens: Map<string, string> };

async function run(
  among: readonly Piece[],
  disturbIt: (product: Product) => Promise<void>,
  goOn: (product: Product, provider: Provider) => Promise<void>,
): Promise<Observed> {
  console.error(among.length === 0 ? 'playing the market alone …' : 'playing the market among garbage …');
  const provider = await openProvider(makeFrames(among));
  const product = await startProduct(['--source', provider.url, '--sol-price', '150']);
  try {
    await untilSlot(product, lastSlot);
    const before = await product.pids();
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

const FACT_TABLES = [
  'launches_created',
  'trades_executed',
  'curves_completed',
  'pools_created',
  'tokens_migrated',
  'liquidity_changed',
  'balances_changed',
];

/** Every raw row by its mint, and every token as the API shows it, but for what changes with the time of a look. */
async function observe(product: Product): Promise<Observed> {
  const { clickhouse } = openStores(product);
  const rows = new Map<string, string[]>();
  for (const table of FACT_TABLES) {
    const answer = await clickhouse.query({
      query: `SELECT * FROM ${table} ORDER BY id`,
      format: 'JSONEachRow',
    });
    for (const row of await answer.json<{ mint: string }>())
      rows.set(row.mint, [...(rows.get(row.mint) ?? []), `${table} ${JSON.stringify(row)}`]);
  }
  await clickhouse.close();
  const tokens = new Map<string, string>();
  for (const list of ['qualified', 'rejected'])
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await fetch(
        `${product.pageUrl}/api/tokens/${list}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      const page = (list === 'qualified' ? QualifiedTokens : RejectedTokens).parse(await answer.json());
      for (const item of page.items) tokens.set(item.mint, `${list} ${JSON.stringify(item)}`);
      cursor = page.nextCursor;
    }
  return { rows, tokens };
}

function compareGood(alone: Observed, among: Observed): void {
  for (const [what, before, after] of [
    ['rows of good tokens', alone.rows, among.rows],
    ['good tokens in the API', alone.tokens, among.tokens],
  ] as const) {
    const wrong = [...before].filter(([mint, value]) => String(after.get(mint)) !== String(value));
    const isRight = before.size > 0 && wrong.length === 0;
    note(what, `${before.size} tokens, equal`, `${before.size - wrong.length} equal`, isRight);
    for (const [mint, value] of wrong.slice(0, 2)) {
      console.error(`${mint} alone: ${String(value).slice(0, 600)}`);
      console.error(`${mint} among: ${String(after.get(mint)).slice(0, 600)}`);
    }
  }
}

async function disturb(product: Product): Promise<void> {
  const { kafka } = openStores(product);
  const letters = async () =>
    (await readTopic(kafka, TOPICS.deadLetters.name)).map(({ value }) =>
      DeadLetter.parse(JSON.parse(value ?? '')),
    );
  await disturbTopics(kafka, letters);
  await disturbHttp(product);
  const journal = await readTopic(kafka, TOPICS.journal.name);
  const signatures = new Set(
    journal.flatMap(({ value }) => {
      const record = JournalRecord.safeParse(parseOrNull(value));
      return record.data?.signature ?? [];
    }),
  );
  accountFor(await letters(), signatures);
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
    slots
      .slice(1 - REST)
      .flatMap((updates) => [...updates.map(({ body }) => body), confirmed(slotOf(updates))]),
  );
  const end = slotOf(slots.at(-1)!);
  const health = await untilSlot(product, end).catch(() => null);
  const gaps = health?.gaps.length ?? 0;
  note(
    'an update of 70 MB, twice',
    'a gap, and the stream goes on',
    `${gaps} gap, slot ${health?.slot}`,
    gaps > 0,
  );
}

async function compareProcesses(product: Product, before: Record<string, number | undefined>): Promise<void> {
  const after = await product.pids();
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  note(
    'processes',
    'the same',
    changed.length === 0 ? 'the same' : `${changed.join()} anew`,
    changed.length === 0,
  );
  for (const [name, pid] of Object.entries(after)) {
    const mb = memoryOf(pid);
    if (mb !== null)
      note(`memory of ${name}`, `under ${MEMORY_LIMIT_MB} MB`, `${mb} MB`, mb < MEMORY_LIMIT_MB);
  }
}

/** Resident memory, MB; null where the system has no /proc. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kb === undefined ? null : Math.round(Number(kb) / 1024);
  } catch {
    return null;
  }
}

async function readTopic(kafka: Kafka, topic: string): Promise<TopicRecord[]> {
  const all: TopicRecord[] = [];
  await streamTopic(kafka, topic, (records) => {
    all.push(...records);
  });
  return all;
}

function parseOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** A letter holds a whole update, the transaction in one, or the beginning of what was too long. */
const isFrom = (letter: Buffer, bytes: Buffer): boolean =>
  letter.equals(bytes) || (letter.length >= 8 && bytes.includes(letter));

/** Holds every piece against the dead letters and the journal. */
function accountFor(letters: readonly DeadLetter[], signatures: ReadonlySet<string>): void {
  const own = letters
    .filter(({ service }) => service === 'ingest')
    .map(({ bytes, reason, origin }) => ({ bytes: Buffer.from(bytes, 'base64'), reason, origin }));
  const bad = own.filter(
    ({ reason, origin }) => reason === '' || !/^(stream after slot (\d+|none)|\d+)/.test(origin),
  );
  note(
    'dead letters of ingest',
    'each with reason and place',
    `${own.length - bad.length} of ${own.length}`,
    bad.length === 0,
  );
  const seenOf = ({ bytes }: Piece): string => {
    const signature = signatureOf(bytes);
    if (bytes.length > 0 && own.some((letter) => isFrom(letter.bytes, bytes))) return 'dead letter';
    if (signature !== null && own.some(({ origin }) => origin.includes(signature))) return 'dead letter';
    if (signature !== null && signatures.has(signature)) return 'facts';
    const reason = passedByBecause(bytes, lastSlot);
    return reason === null ? 'LOST' : `passed by: ${reason}`;
  };
  const byGroup = new Map<string, Map<string, number>>();
  const wrong = new Set<string>();
  for (const piece of pieces) {
    const seen = seenOf(piece);
    const counts = byGroup.get(piece.group) ?? new Map<string, number>();
    counts.set(seen, (counts.get(seen) ?? 0) + 1);
    byGroup.set(piece.group, counts);
    // A letter may stand beside facts: what can be read of a transaction is told.
    const isRight = piece.expected === null ? seen !== 'LOST' : seen.startsWith(piece.expected);
    if (!isRight) wrong.add(piece.group);
    if (seen === 'LOST' && piece.expected === null) console.error(`lost: ${piece.bytes.toString('base64')}`);
  }
  const expectedOf = new Map(pieces.map(({ group, expected }) => [group, expected ?? 'none lost']));
  for (const [group, counts] of byGroup) {
    const seen = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    note(group, expectedOf.get(group) ?? '', seen, !wrong.has(group));
  }
  const refused = (origin: string, text: RegExp) =>
    own.some((letter) => letter.origin === origin && text.test(letter.reason));
  for (const [what, origin] of [
    ['a slot far ahead', String(FAR_SLOT)],
    ['a block time in the year 2100', String(slotOf(played[11]!))],
  ] as const)
    note(
      what,
      'dead letter',
      refused(origin, /out of step/) ? 'dead letter' : 'none',
      refused(origin, /out of step/),
    );
  const backwards = [slotOf(played[8]!) - 20, slotOf(played[4]!)];
  const told = own.filter(({ origin }) => backwards.some((slot) => origin === String(slot)));
  note('slots that go backwards', 'passed by', `${told.length} dead letters`, told.length === 0);
}

type Hostile = { what: string; value: string | Buffer | null };

/** Records that nobody but their own writer should have written, each into the partition that it names. */
async function disturbTopics(kafka: Kafka, letters: () => Promise<DeadLetter[]>): Promise<void> {
  const journal = await readTopic(kafka, TOPICS.journal.name);
  const good = journal.find(({ value }) => value?.includes('"TradeExecuted"'))!.value!;
  const changed = (change: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(good), ...change });
  const records: Hostile[] = [
    { what: 'no value', value: null },
    { what: 'no JSON', value: '{"v":1,' },
    { what: 'bytes that are no UTF-8', value: Buffer.of(0xff, 0xfe, 0x00) },
    { what: 'a number', value: '7' },
    { what: 'null', value: 'null' },
    { what: 'facts that are null', value: changed({ facts: [null] }) },
    { what: 'no facts', value: changed({ facts: [] }) },
    { what: 'a field missing', value: changed({ source: undefined }) },
    { what: 'a future version', value: changed({ v: 2 }) },
    { what: 'an unknown kind', value: changed({ facts: [{ kind: 'Unheard', id: 'x' }] }) },
    { what: 'a negative slot', value: changed({ slot: -1 }) },
    { what: 'a time that is text', value: changed({ time: 'now' }) },
    { what: 'a negative amount', value: good.replace(/"tokenAmount":"\d+"/, '"tokenAmount":"-5"') },
    {
      what: 'an amount of 2^64',
      value: good.replace(/"tokenAmount":"\d+"/, '"tokenAmount":"18446744073709551616"'),
    },
    { what: 'nested 50,000 deep', value: '['.repeat(50_000) },
    { what: '900 kB', value: changed({ source: { kind: 'tape', name: 'x'.repeat(900_000) } }) },
    { what: '32 MB, compressed', value: `"${'x'.repeat(32 << 20)}"` },
  ];
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  const sent: { what: string; topic: string; origin: string }[] = [];
  for (const topic of [TOPICS.journal.name, TOPICS.screening.name])
    for (const [i, { what, value }] of records.entries()) {
      const partition = i % 4;
      const messages = [{ key: 'hostile', value, partition, timestamp: String(BOUNDED_START_MS) }];
      const [ack] = await producer.send({ topic, messages, compression: CompressionTypes.GZIP });
      sent.push({ what, topic, origin: `${topic}/${partition}/${ack?.baseOffset}` });
    }
  await producer.disconnect();
  const expected = sent.flatMap((each) =>
    (each.topic === TOPICS.journal.name ? ['screener', 'sink'] : ['sink']).map((service) => ({
      ...each,
      service,
    })),
  );
  const missing = async () => {
    const found = new Set((await letters()).map(({ service, origin }) => `${service} ${origin}`));
    return expected.filter(({ service, origin }) => !found.has(`${service} ${origin}`));
  };
  await until('every record is a dead letter', async () =>
    (await missing()).length === 0 ? true : null,
  ).catch(() => null);
  const lost = await missing();
  for (const { what, value } of records) {
    const without = lost
      .filter((each) => each.what === what)
      .map(({ service, topic }) => `${service} of ${topic}`);
    const size = value === null ? 0 : Buffer.byteLength(value);
    note(
      `a record: ${what} (${size} bytes)`,
      'a dead letter of each reader',
      without.length === 0 ? 'as expected' : `none of ${without.join()}`,
      without.length === 0,
    );
  }
}

/** Requests that nobody should send; each gets an answer that says so, and the server goes on. */
async function disturbHttp(product: Product): Promise<void> {
  const { hostname, port } = new URL(product.pageUrl);
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      const done = () => {
        socket.destroy();
        resolve(answer.split('\r\n', 1)[0] || 'closed');
      };
      socket.setTimeout(5_000, done);
      socket.on('data', (chunk) => {
        answer += chunk;
        if (answer.includes('\r\n')) done();
      });
      socket.on('error', done);
      socket.on('close', done);
      socket.write(text);
    });
  const request = (target: string, method = 'GET', headers = '', body = '') =>
    raw(`${method} ${target} HTTP/1.1\r\nHost: ${hostname}\r\n${headers}\r\n${body}`);
  const list = '/api/tokens/rejected';
  const asked: [what: string, answer: Promise<string>, expected: RegExp][] = [
    ['a limit that is no number', request(`${list}?limit=abc`), / 400 /],
    ['a limit of 10^9', request(`${list}?limit=1000000000`), / 400 /],
    ['a cursor that nobody gave', request(`${list}?cursor=%00%ff`), / 400 /],
    ['a parameter given twice', request(`${list}?limit=1&limit=2`), / 400 /],
    ['an unknown profile', request(`${list}?profile=__proto__`), / 400 /],
    ['a broken percent sign', request('/api/%E0%A4%A'), / 40[04] /],
    ['a path upwards', request('/../../../../etc/passwd'), / 40[04] /],
    ['a path upwards, encoded', request('/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd'), / 40[04] /],
    ['a POST', request(list, 'POST', 'Content-Length: 2\r\n', '{}'), / 405 /],
    ['a method nobody knows', request(list, 'HACK'), / 4\d\d /],
    ['a GET with a body', request(list, 'GET', 'Content-Length: 9999999\r\n', 'x'.repeat(10_000)), / 400 /],
    ['headers of 200 kB', request(list, 'GET', `X-Big: ${'x'.repeat(200_000)}\r\n`), / 431 |closed/],
    ['an address of 100 kB', request(`/${'a'.repeat(100_000)}`), / 4\d\d |closed/],
    ['no HTTP at all', raw('\x16\x03\x01\x00\x00garbage\r\n\r\n'), / 400 |closed/],
    [
      'a stream from nowhere',
      request('/api/stream', 'GET', `Last-Event-ID: ${'9:9,'.repeat(500)}\r\n`),
      / 200 /,
    ],
  ];
  for (const [what, answer, expected] of asked) {
    const seen = await answer;
    note(`a request: ${what}`, String(expected), seen, expected.test(seen));
  }
}

function printTable(): void {
  const width = Math.max(...table.map(({ what }) => what.length));
  for (const { what, expected, seen, isRight } of table)
    console.log(`${isRight ? 'right' : 'WRONG'}  ${what.padEnd(width)}  expected ${expected}; seen ${seen}`);
  const wrong = table.filter(({ isRight }) => !isRight).length;
  console.log(
    `${pieces.length} pieces among ${played.length} slots, seed ${seed}: ${wrong} wrong of ${table.length}`,
  );
}

const undisturbed = await run(
  [],
  async () => {},
  async () => {},
);
const disturbed = await run(pieces, disturb, sendTooLarge);
compareGood(undisturbed, disturbed);
printTable();
process.exit(table.every(({ isRight }) => isRight) ? 0 : 1);
