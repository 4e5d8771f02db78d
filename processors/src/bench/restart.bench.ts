/**
 * A screener's start over the states of many live tokens: from the start of its process to the first batch folded and
 * committed in every partition. Beside it stands what reading the same records through the same client takes.
 * Argument: the number of tokens (50000).
 */
import { randomUUID } from 'node:crypto';
import { partitionOf, positionOf, SOL_MINT } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { CURVE, WINDOW_MS } from '@cryptonite/contracts/rules';
import {
  type AccountState,
  encodeScreenerState,
  type ScreenerState,
  SHARD_SIZE,
  stateKeyOf,
  type TokenState,
  type TraderState,
  type TradersRing,
} from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka, type Message } from 'kafkajs';
import { sleep } from '../runtime/service.js';
import { Buckets } from '../screener/measures/buckets.js';
import { emptyRing, RINGS, type RingName } from '../screener/measures/ring.js';
import { storedRing } from '../screener/measures/stored-ring.js';
import { newPartition } from '../screener/partition.js';
import { newToken, stateOf } from '../screener/state/token.js';
import { randomOf, START_MS, START_SLOT } from '../testing/journal.js';
import { type Stack, startStack } from '../testing/stack.js';
import { cpuSecondsOf, peakMegabytesOf } from './processes.js';

const PARTITIONS = 4;
const GROUP = 'screener';
const [tokens = 50_000] = process.argv.slice(2).map(Number);
const note = (line: string) => console.error(`  ${line}`);
const random = randomOf(5);

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const address = (): string => Array.from({ length: 44 }, () => ALPHABET[Math.floor(random() * 58)]).join('');
const amount = (): bigint => BigInt(Math.floor(random() * 40_000_000_000_000));

/** A standard normal number (Box and Muller). */
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const record = (facts: JournalRecord['facts'], slot: number, time: number): JournalRecord => ({
  v: 1,
  mint: null,
  slot,
  time,
  signature: null,
  feePayer: null,
  source: { kind: 'market', name: 'bench' },
  facts,
});

const confirmed = (slot: number, time: number): JournalRecord =>
  record(
    [
      {
        kind: 'SlotConfirmed',
        id: `slot:${slot}:SlotConfirmed`,
        position: positionOf({ slot, transaction: 999_999, instruction: 999, inner: 0 }),
        time,
        slot,
        parentSlot: slot - 1,
      },
    ],
    slot,
    time,
  );

const noBuckets = new Buckets();

/** `times` in the buckets that a window which ends now still holds. */
function ringOf(name: RingName, times: readonly number[], now: number): TradersRing {
  const { widthMs, keepMs } = RINGS[name];
  const ring = storedRing(emptyRing(noBuckets));
  for (const time of times) {
    const bucket = Math.floor(time / widthMs);
    if (time < now - keepMs) {
      ring.before = { time: bucket * widthMs, close: random() / 1e4 };
      continue;
    }
    let place = ring.bucket.length - 1;
    if (ring.bucket[place] !== bucket) {
      place = ring.bucket.push(bucket) - 1;
      for (const column of [ring.buys, ring.sells, ring.newestOf, ring.unpriced, ring.foreign])
        column.push(0);
      ring.quote.push(0n);
      ring.usdMicros.push(0n);
      ring.close.push(null);
    }
    ring.buys[place]! += 1;
    ring.newestOf[place]! += 1;
    ring.quote[place]! += amount();
    ring.usdMicros[place]! += amount() / 1000n;
    ring.close[place] = random() / 1e4;
  }
  return ring;
}

/**
 * A token of the last day: half of them are bought five times or less, and a few a thousand times; most trade for some
 * minutes only.
 */
function statesOfToken(now: number): ScreenerState[] {
  const mint = address();
  const createdAt = now - Math.floor(random() * WINDOW_MS.h24);
  const trades = Math.min(5_000, 1 + Math.floor(5 * Math.exp(1.6 * normal())));
  const livedMs = Math.min(now - createdAt, 600_000 * Math.exp(1.5 * normal()));
  const times = Array.from({ length: trades }, () => createdAt + Math.floor(random() * livedMs)).sort(
    (a, b) => a - b,
  );
  const lastTradeAt = times.at(-1) ?? createdAt;
  const slot = START_SLOT - Math.floor((now - lastTradeAt) / 400);
  const position = positionOf({ slot, transaction: 12, instruction: 4, inner: 2 });
  const fact = {
    kind: 'SlotConfirmed',
    id: '',
    position,
    time: lastTradeAt,
    slot,
    parentSlot: null,
  } as const;
  const { newestOf, ...h24 } = ringOf('h24', times, now);
  const fresh = stateOf(newToken(newPartition(0), mint, fact, record([], slot, lastTradeAt), lastTradeAt));
  const core: TokenState = {
    ...fresh,
    symbol: 'SYMBOL',
    name: 'A token with a name',
    uri: `https://ipfs.io/ipfs/${address()}`,
    creator: address(),
    createdAt,
    seenSinceCreation: true,
    isMayhem: false,
    bondingCurve: address(),
    quoteMint: SOL_MINT,
    quoteDecimals: 9,
    lifecycle: 'bonding',
    lastTradeAt,
    touchedAt: lastTradeAt,
    supply: CURVE.totalSupply,
    initialRealTokenReserves: CURVE.initialRealTokenReserves,
    curve: {
      position,
      priceToken: CURVE.initialVirtualTokenReserves - amount(),
      priceQuote: CURVE.initialVirtualSolLamports + amount() / 1000n,
      realToken: CURVE.initialRealTokenReserves - amount(),
      realQuote: amount() / 1000n,
    },
    price: random() / 1e4,
    firstPrice: random() / 1e4,
    buyCount: trades,
    usdMicros: amount(),
    rings: {
      m1: ringOf('m1', times, now),
      m5: ringOf('m5', times, now),
      h1: ringOf('h1', times, now),
      h24,
    },
    scoredAt: now - Math.floor(random() * 900_000),
    scoredHash: Math.floor(random() * 2 ** 53),
    // Not in the seconds in which the start is measured.
    dueAt: now + 60_000 + Math.floor(random() * 900_000),
    prunedAt: now,
    isMonitored: now - lastTradeAt < 3_600_000,
  };
  const holders = 1 + Math.ceil(trades * 0.7);
  const accounts = Array.from(
    { length: holders },
    (): AccountState => ({ account: address(), owner: address(), amount: amount(), position }),
  );
  const traders = Array.from(
    { length: holders - 1 },
    (_, index): TraderState => ({
      wallet: address(),
      tradedAt: times[index] ?? lastTradeAt,
      buys: [{ minute: Math.floor((times[index] ?? lastTradeAt) / 60_000), lamports: amount() / 1000n }],
      sells: [],
      roles: 0,
    }),
  );
  // What changed since the entries last closed up stands there twice (shard-log.ts): of more than one shard half on average.
  const shards = <Entry>(entries: Entry[]) => {
    const again = entries.length > SHARD_SIZE ? Math.floor(random() * entries.length) : 0;
    const log = [...entries, ...entries.slice(0, again)];
    return Array.from({ length: Math.ceil(log.length / SHARD_SIZE) }, (_, shard) => ({
      shard,
      entries: log.slice(shard * SHARD_SIZE, (shard + 1) * SHARD_SIZE),
    }));
  };
  return [
    core,
    ...shards(accounts).map((part): ScreenerState => ({ kind: 'accounts', v: 2, mint, ...part })),
    ...shards(traders).map((part): ScreenerState => ({ kind: 'traders', v: 3, mint, ...part })),
  ];
}

/** Fills the topics as a screener leaves them that has folded `offsets` of the journal. */
async function fill(kafka: Kafka, now: number): Promise<{ records: number; bytes: number }> {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const all = Array.from({ length: PARTITIONS }, (_, partition) => partition);
  const journal = async (slot: number, time: number) =>
    producer.send({
      topic: TOPICS.journal.name,
      messages: all.map((partition) => ({
        partition,
        value: encodeJournalRecord(confirmed(slot, time)),
        timestamp: String(time),
      })),
    });
  await journal(START_SLOT, now);
  let records = 0;
  let bytes = 0;
  let size = 0;
  let messages: Message[] = [];
  const flush = async () => {
    if (messages.length > 0)
      await producer.send({ topic: TOPICS.screenerState.name, messages, compression: CompressionTypes.GZIP });
    messages = [];
    size = 0;
  };
  const put = async (partition: number, state: ScreenerState) => {
    const value = encodeScreenerState(state);
    messages.push({ partition, key: stateKeyOf(state), value });
    records += 1;
    bytes += value.length;
    size += value.length;
    if (size > 600_000) await flush();
  };
  for (let index = 0; index < tokens; index += 1) {
    const states = statesOfToken(now);
    const [core] = states;
    if (core?.kind !== 'token') continue;
    for (const state of states) await put(partitionOf(core.mint, PARTITIONS), state);
  }
  for (const partition of all) {
    const { clock } = newPartition(partition);
    const position = positionOf({ slot: START_SLOT, transaction: 999_999, instruction: 999, inner: 0 });
    Object.assign(clock, {
      time: now,
      slot: START_SLOT,
      position,
      startedAt: now,
      watchedFrom: 0,
      nextOffset: 1,
    });
    await put(partition, clock);
  }
  await flush();
  await producer.disconnect();
  const admin = kafka.admin();
  await admin.connect();
  await admin.setOffsets({
    groupId: GROUP,
    topic: TOPICS.journal.name,
    partitions: all.map((partition) => ({ partition, offset: '1' })),
  });
  await admin.disconnect();
  return { records, bytes };
}

/** Adds a slot to every partition and waits until all are committed. */
async function foldOneMore(kafka: Kafka, slot: number, time: number): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  const sent = await producer.send({
    topic: TOPICS.journal.name,
    messages: Array.from({ length: PARTITIONS }, (_, partition) => ({
      partition,
      value: encodeJournalRecord(confirmed(slot, time)),
      timestamp: String(time),
    })),
  });
  await producer.disconnect();
  ends = new Map(sent.map(({ partition, baseOffset }) => [partition, Number(baseOffset) + 1]));
}

let ends = new Map<number, number>();

async function untilFolded(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  for (;;) {
    const [committed] = await admin.fetchOffsets({ groupId: GROUP, topics: [TOPICS.journal.name] });
    const done = committed?.partitions.filter(
      ({ partition, offset }) => Number(offset) >= (ends.get(partition) ?? 0),
    );
    if (done?.length === PARTITIONS) break;
    await sleep(20);
  }
  await admin.disconnect();
}

type Start = { seconds: number; peakMb: number | null; cpuSeconds: number | null };

/** One start, up to the first committed batch of every partition. */
async function start(stack: Stack, slot: number, now: number): Promise<Start> {
  await foldOneMore(stack.kafka, slot, now);
  const startedAt = performance.now();
  const screener = await stack.start('screener');
  await untilFolded(stack.kafka);
  const seconds = (performance.now() - startedAt) / 1_000;
  const peakMb = peakMegabytesOf(screener.pid);
  const cpuSeconds = cpuSecondsOf(screener.pid);
  await screener.kill('SIGTERM');
  for (const line of screener
    .output()
    .split('\n')
    .filter((text) => /partition/.test(text)))
    note(line);
  return { seconds, peakMb, cpuSeconds };
}

/** Seconds that the client takes to bring all records of the topic, which are then forgotten. */
async function readAlone(kafka: Kafka, records: number): Promise<number> {
  const consumer = kafka.consumer({
    groupId: `read-${randomUUID()}`,
    maxWaitTimeInMs: 20,
    maxBytesPerPartition: 8 << 20,
  });
  const startedAt = performance.now();
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.screenerState.name, fromBeginning: true });
  let read = 0;
  await new Promise<void>((resolve) => {
    void consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: PARTITIONS,
      eachBatch: async ({ batch }) => {
        read += batch.messages.length;
        if (read >= records) resolve();
      },
    });
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  await consumer.disconnect();
  return seconds;
}

const stack = await startStack(PARTITIONS);
try {
  const now = START_MS;
  const { records, bytes } = await fill(stack.kafka, now);
  note(`${tokens} tokens: ${records} states, ${(bytes / 1e6).toFixed(0)} MB`);
  const alone = await readAlone(stack.kafka, records);
  note(`read alone in ${alone.toFixed(2)} s`);
  const limit = (seconds: number) => ({ to: 'reading the records alone', value: seconds / alone });
  // The first finds no snapshot and writes one.
  const bare = await start(stack, START_SLOT + 3, now + 1_000);
  const kept = await start(stack, START_SLOT + 9, now + 3_000);
  process.send?.([
    { what: `states of ${tokens} tokens`, value: bytes / 1e6, unit: 'MB' },
    { what: 'reading the records alone', value: alone, unit: 's' },
    { what: 'start without a snapshot', value: bare.seconds, unit: 's', ratio: limit(bare.seconds) },
    { what: 'start without a snapshot, processor time', value: bare.cpuSeconds, unit: 's' },
    { what: 'start without a snapshot, most memory', value: bare.peakMb, unit: 'MB' },
    { what: 'start from a snapshot', value: kept.seconds, unit: 's', ratio: limit(kept.seconds) },
    { what: 'start from a snapshot, processor time', value: kept.cpuSeconds, unit: 's' },
    { what: 'start from a snapshot, most memory', value: kept.peakMb, unit: 'MB' },
  ]);
} finally {
  await stack.stop();
}
process.exit(0);
