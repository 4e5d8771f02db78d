import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { partitionOf } from '@cryptonite/contracts/chain';
import {
  DeadLetter,
  decodeJournalRecord,
  type JournalRecord,
  LayoutDrift,
} from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressOf, encodeTransaction, programAddress, selfCpi } from './testing/build-transaction.js';
import { encodeEvent } from './testing/encode-event.js';
import { type Call, encodeUpdate, type GeyserServer, refuse, startGeyser } from './testing/geyser-server.js';

const PARTITIONS = 4;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const BROKER = fileURLToPath(new URL('../../deploy/standalone/dist/kafka/main.js', import.meta.url));

const FIRST_SLOT = 1_000;
const TRADES_PER_SLOT = 12;
const mints = Array.from({ length: 40 }, (_, i) => addressOf(`mint ${i}`));
const mintOf = (slot: number, index: number) => mints[(slot * 7 + index) % mints.length]!;
const secondsOf = (slot: number) => 1_700_000_000 + Math.floor(slot * 0.4);

/** What the launchpad has appended to its trades, and brought out, since the decoders were written. */
const grown = (event: Uint8Array): Uint8Array => Uint8Array.from([...event, 7]);
const UNKNOWN_EVENT = Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 9);

/** Every third slot is empty, every eleventh number is skipped. */
const isSkipped = (slot: number) => slot % 11 === 0;
const parentOf = (slot: number) => (isSkipped(slot - 1) ? slot - 2 : slot - 1);

function slotUpdates(slot: number): Buffer[] {
  if (isSkipped(slot)) return [];
  const trades = slot % 3 === 0 ? 0 : TRADES_PER_SLOT;
  const transactions = Array.from({ length: trades }, (_, index) => {
    const mint = mintOf(slot, index);
    const signature = new Uint8Array(64).fill(1);
    new DataView(signature.buffer).setUint32(0, slot * 1_000 + index);
    const values = {
      mint,
      user: addressOf('user'),
      timestamp: BigInt(secondsOf(slot)),
      token_amount: BigInt(index),
    };
    const unknown = index === 0 ? [selfCpi('pump', UNKNOWN_EVENT, 2)] : [];
    const body = encodeTransaction({
      slot,
      index,
      signature,
      outer: [{ program: programAddress('pump') }],
      inner: { 0: [selfCpi('pump', grown(encodeEvent('pump', 'TradeEvent', values)), 2), ...unknown] },
      after: [{ account: addressOf(`account ${index}`), mint, amount: BigInt(slot) }],
    });
    return encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) });
  });
  return [
    ...transactions,
    encodeUpdate({
      blockMeta: {
        slot: String(slot),
        parentSlot: String(parentOf(slot)),
        blockTime: { timestamp: String(secondsOf(slot)) },
      },
    }),
    encodeUpdate({ slot: { slot: String(slot), status: 1 } }),
  ];
}

/** Sends one slot every `paceMs` from wherever the client asks, up to `lastSlot`, without what it missed itself. */
function chain(
  lastSlot: number,
  paceMs: number,
  onlyNew = false,
  isMissed: (slot: number) => boolean = () => false,
) {
  let head = FIRST_SLOT;
  const send = async (call: Call, from: number): Promise<void> => {
    for (let slot = from; slot <= lastSlot && !call.cancelled; slot++) {
      if (!isMissed(slot)) for (const update of slotUpdates(slot)) call.write(update);
      head = Math.max(head, slot);
      if (slot >= head) await sleep(paceMs);
    }
  };
  return {
    firstAvailable: () => (onlyNew ? null : FIRST_SLOT),
    onSubscribe: (call: Call, { fromSlot }: { fromSlot?: string | undefined }) => {
      if (onlyNew && fromSlot !== undefined) refuse(call, 3, 'from_slot is not supported');
      else void send(call, Number(fromSlot ?? (onlyNew ? head + 3 : FIRST_SLOT)));
    },
  };
}

const expectedIds = (lastSlot: number): string[] =>
  Array.from({ length: lastSlot - FIRST_SLOT + 1 }, (_, i) => FIRST_SLOT + i)
    .filter((slot) => !isSkipped(slot) && slot % 3 !== 0)
    .flatMap((slot) => Array.from({ length: TRADES_PER_SLOT }, (_, index) => `${slot}/${index}`));

const tradeNames = (records: readonly JournalRecord[]): string[] =>
  records.flatMap(({ slot, facts }) =>
    facts.flatMap((fact) => (fact.kind === 'TradeExecuted' ? [`${slot}/${fact.tokenAmount}`] : [])),
  );

type Running = { child: ChildProcess; output: string[]; ready: Promise<string> };

function run(script: string, name: string, env: Record<string, string>): Running {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, ...env } });
  const output: string[] = [];
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output.push(chunk.toString());
      const address = new RegExp(`^${name} ready at (\\S+)`, 'm').exec(output.join(''))?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${output.join('')}`)));
  });
  ready.catch(() => {});
  return { child, output, ready };
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

describe('what stands in the journal', () => {
  let folder: string;
  let broker: Running;
  let address: string;
  let kafka: Kafka;
  let server: GeyserServer | null = null;
  let ingest: Running | null = null;

  const startBroker = async (port = '0'): Promise<void> => {
    broker = run(BROKER, 'kafka', { DATA_DIR: folder, PORT: port });
    address = await broker.ready;
  };
  const runIngest = (from: GeyserServer): Running =>
    run(MAIN, 'ingest', {
      YELLOWSTONE_URL: from.url.href,
      KAFKA_BROKERS: address,
      SOL_PRICE_USD: '150.25',
    });
  const startIngest = async (): Promise<void> => {
    ingest = runIngest(server!);
    await ingest.ready;
  };
  const makeTopics = async (): Promise<void> => {
    const admin = kafka.admin();
    await admin.connect();
    const topics = [TOPICS.journal, TOPICS.layoutDrift, TOPICS.sourceState, TOPICS.deadLetters];
    await admin.deleteTopics({ topics: await admin.listTopics() }).catch(() => {});
    await admin.createTopics({
      topics: topics.map(({ name, key, configs }) => ({
        topic: name,
        numPartitions: key === 'none' ? 1 : PARTITIONS,
        configEntries: Object.entries(configs).map(([key, value]) => ({ name: key, value })),
      })),
    });
    await admin.disconnect();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ingest-'));
    await startBroker();
    kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING, retry: { initialRetryTime: 50 } });
  });
  afterAll(async () => {
    if (ingest) await end(ingest, 'SIGKILL');
    await end(broker, 'SIGKILL');
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const readTopic = async (topic: string): Promise<string[][]> => {
    const admin = kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    await admin.disconnect();
    const left = new Map(
      offsets.map(({ partition, high }) => [partition, Number(high)] as const).filter(([, high]) => high > 0),
    );
    const partitions: string[][] = offsets.map(() => []);
    if (left.size === 0) return partitions;
    const consumer = kafka.consumer({ groupId: `test-${Math.random()}`, maxWaitTimeInMs: 50 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve) => {
      void consumer.run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          for (const { value } of batch.messages) partitions[batch.partition]!.push(value!.toString());
          if (Number(batch.lastOffset()) + 1 >= (left.get(batch.partition) ?? 0))
            left.delete(batch.partition);
          if (left.size === 0) resolve();
        },
      });
    });
    await consumer.disconnect();
    return partitions;
  };

  const readJournal = async (): Promise<JournalRecord[][]> =>
    (await readTopic(TOPICS.journal.name)).map((values) => values.map(decodeJournalRecord));

  /** Waits until every partition says that a slot, and so everything before it, is complete. */
  const waitForSlot = async (slot: number): Promise<JournalRecord[][]> => {
    const confirms = (record: JournalRecord) =>
      record.slot === slot && record.facts.some(({ kind }) => kind === 'SlotConfirmed');
    for (;;) {
      const partitions = await readJournal();
      if (partitions.every((records) => records.some(confirms))) return partitions;
      await sleep(200);
    }
  };

  const expectExactly = (partitions: JournalRecord[][], lastSlot: number): void => {
    const names = tradeNames(partitions.flat());
    expect(names.length).toBe(new Set(names).size);
    expect(new Set(names)).toEqual(new Set(expectedIds(lastSlot)));
    partitions.forEach((records, partition) => {
      const ids = records.flatMap(({ facts }) => facts.map(({ id }) => id));
      expect(ids.length).toBe(new Set(ids).size);
      for (const { mint } of records)
        if (mint !== null) expect(partitionOf(mint, PARTITIONS)).toBe(partition);
      const kinds = records.flatMap(({ facts }) => facts.map(({ kind }) => kind));
      expect(kinds).not.toContain('GapDetected');
      // Within a partition slots never go back: readers may take the newest as the time.
      const slots = records.map(({ slot }) => slot);
      expect(slots).toEqual([...slots].sort((a, b) => a - b));
    });
    const confirmed = partitions.map((records) =>
      records.flatMap(({ facts }) =>
        facts.filter(({ kind }) => kind === 'SlotConfirmed').map(({ id }) => id),
      ),
    );
    for (const own of confirmed) expect(own).toEqual(confirmed[0]);
  };

  /** What stands beside the journal: each event in an unknown layout is counted once, and one letter was written. */
  const expectCounted = async (lastSlot: number): Promise<void> => {
    const drifts = (await readTopic(TOPICS.layoutDrift.name)).flat().map((value) => {
      const { event, lengths } = LayoutDrift.parse(JSON.parse(value));
      return { event, count: lengths.reduce((sum, { count }) => sum + count, 0) };
    });
    const newest = (event: string | null) => drifts.findLast((drift) => drift.event === event)?.count;
    const trades = expectedIds(lastSlot).length;
    expect(newest('TradeEvent')).toBe(trades);
    expect(newest(null)).toBe(trades / TRADES_PER_SLOT);
    const letters = (await readTopic(TOPICS.deadLetters.name)).flat();
    expect(letters.map((value) => DeadLetter.parse(JSON.parse(value)))).toMatchObject([
      { bytes: Buffer.from(UNKNOWN_EVENT).toString('base64') },
    ]);
  };

  it('is every fact once, though ingest is killed again and again', async () => {
    await makeTopics();
    const lastSlot = FIRST_SLOT + 400;
    server = await startGeyser(chain(lastSlot, 15));
    for (let kill = 0; kill < 6; kill++) {
      await startIngest();
      await sleep(200 + kill * 170);
      await end(ingest!, 'SIGKILL');
    }
    await startIngest();
    expectExactly(await waitForSlot(lastSlot), lastSlot);
    await expectCounted(lastSlot);
    await end(ingest!, 'SIGTERM');
    expect(ingest!.child.exitCode).toBe(0);
    await server.close();
  });

  it('is every fact once, though the broker is killed and comes back', async () => {
    await makeTopics();
    const lastSlot = FIRST_SLOT + 400;
    server = await startGeyser(chain(lastSlot, 15));
    await startIngest();
    for (let kill = 0; kill < 3; kill++) {
      await sleep(900);
      await end(broker, 'SIGKILL');
      await sleep(300);
      await startBroker(address.split(':')[1]);
    }
    expectExactly(await waitForSlot(lastSlot), lastSlot);
    await end(ingest!, 'SIGTERM');
    await server.close();
  });

  it('as a set is every fact, though two ingesters write side by side and each misses some', async () => {
    await makeTopics();
    const lastSlot = FIRST_SLOT + 200;
    // Neither is sent anything before both have looked at the empty journal, so that each writes all that it sees.
    const waiting: (() => void)[] = [];
    let hasBegun = false;
    const startWithHole = (from: number): Promise<GeyserServer> => {
      const { firstAvailable, onSubscribe } = chain(
        lastSlot,
        15,
        false,
        (slot) => slot >= from && slot < from + 20,
      );
      return startGeyser({
        firstAvailable,
        onSubscribe(call, request) {
          waiting.push(() => onSubscribe(call, request));
          hasBegun ||= waiting.length === 2;
          if (hasBegun) for (const begin of waiting.splice(0)) begin();
        },
      });
    };
    const servers = [await startWithHole(FIRST_SLOT + 60), await startWithHole(FIRST_SLOT + 120)];
    const both = servers.map(runIngest);
    await Promise.all(both.map(({ ready }) => ready));
    await waitForSlot(lastSlot);
    // The slower of the two says of itself that it is through.
    for (const each of both) {
      await vi.waitFor(async () => {
        const confirmed = (await readJournal())[0]!.filter(
          ({ slot, facts }) => slot === lastSlot && facts.some(({ kind }) => kind === 'SlotConfirmed'),
        );
        expect(confirmed.length).toBe(2);
      }, 60_000);
      expect(each.child.exitCode).toBe(null);
    }
    const partitions = await readJournal();
    const names = tradeNames(partitions.flat());
    expect(new Set(names)).toEqual(new Set(expectedIds(lastSlot)));
    // Both wrote what both saw, and each said where it missed something: readers drop the copies.
    expect(names.length).toBeGreaterThan(new Set(names).size);
    const gaps = partitions[0]!.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'GapDetected'));
    expect(gaps).toHaveLength(2);
    for (const each of both) {
      await end(each, 'SIGTERM');
      expect(each.child.exitCode).toBe(0);
    }
    for (const each of servers) await each.close();
  });

  it('says where something is missing, where the provider cannot replay', async () => {
    await makeTopics();
    const lastSlot = FIRST_SLOT + 120;
    server = await startGeyser(chain(lastSlot, 15, true));
    await startIngest();
    await sleep(1_200);
    await end(ingest!, 'SIGKILL');
    await startIngest();
    const partitions = await waitForSlot(lastSlot);
    const gaps = partitions.map((records) =>
      records.flatMap(({ facts }) => facts.filter((fact) => fact.kind === 'GapDetected')),
    );
    for (const own of gaps) {
      expect(own).toHaveLength(1);
      expect(own[0]!.reason).toBe('the provider cannot replay: from_slot is not supported');
      expect(own[0]!.beforeSlot).toBeGreaterThan(own[0]!.afterSlot + 1);
    }
    await end(ingest!, 'SIGTERM');
    await server.close();
  });
});
