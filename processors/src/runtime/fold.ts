/**
 * Runs a fold exactly once: what it emits and its place in the input commit in one Kafka transaction per batch and
 * partition. States are captured at places that the input alone decides, and follow in a transaction of their own, for
 * which only the next capture waits; after a restart the records between the newest capture and the committed offset are
 * folded again, and what they emit is known already. Both transactional ids name the input partition, so that a successor
 * fences a process that was believed dead.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Outage } from '@cryptonite/contracts/outages';
import type { EachBatchPayload, Kafka, Producer } from 'kafkajs';
import { z } from 'zod';
import type { Evicted, EvictedStates } from './evicted-states.js';
import { isGroupError, keepBeating, MEMBERSHIP, onConsumerEnd, tellOutages } from './kafka.js';
import { countPartitions, readCommitted, readEnds } from './offsets.js';
import { type OutputRecord, sendOutputs } from './outputs.js';
import { markEnd, readState } from './read-state.js';
import { messageOf, sleep } from './service.js';
import { readSnapshot, SnapshotKeeper } from './snapshot.js';
import { inTransaction, openTransactions, sendOffset } from './transactions.js';
import { Unrecoverable } from './unrecoverable.js';

export type InputRecord = { offset: number; value: Buffer | null };

/** One partition's fold: knows no Kafka and no ClickHouse. `Read` is a record as it reads it. */
export type Fold<Read> = {
  /** Where the states stand in the input: at most at the committed offset. */
  nextOffset: number;
  /** Where reading must begin for the fold to know which records it has seen; at most its next offset. */
  warmFrom: number;
  /** A record that the states hold already: only remembered. */
  warm(record: InputRecord): void;
  /** Changes nothing. */
  read(record: InputRecord): Read;
  /** Keys that the records need, that memory does not hold, and that may have been evicted. */
  missing(records: readonly Read[]): string[];
  /** Brings what was found of them; the rest never was. */
  bring(found: ReadonlyMap<string, readonly string[]>): void;
  apply(record: Read): void;
  /** What the records applied since the last call put out, captured states included. */
  take(): OutputRecord[];
  /** What was evicted and still stands in the topic of states. */
  evicted(): Evicted[];
  /** Removes what can be found elsewhere from the topic of states, but for what is live again or not yet captured. */
  release(findable: readonly Evicted[]): OutputRecord[];
};

export type FoldOptions<Read> = {
  kafka: Kafka;
  groupId: string;
  inputTopic: string;
  stateTopic: string;
  /** Makes the fold of a partition from its states. */
  openFold: (partition: number, states: Map<string, Buffer>) => Promise<Fold<Read>>;
  evictedStates: EvictedStates;
  /** Where copies of the states are kept between starts; null for nowhere. */
  snapshotDir: string | null;
  log: (line: string) => void;
  /** What the fold cannot go on from, though the process might live on. */
  onFatal: (error: Error) => void;
};

const RETRY_AFTER_MS = 500;
/**
 * Partitions are folded one after the other, in pieces of so many records, between which the commits of those before go
 * on: folded all at once, the first of a slot's partitions would be committed no sooner than the last.
 */
const FOLDED_AT_ONCE = 20;

/** How often a partition asks which of its evicted states can be found by now. */
const RELEASE_EVERY_MS = 5_000;
const RELEASED_AT_ONCE = 1_000;

type Heartbeat = () => Promise<void>;

type OpenFold<Read> = {
  fold: Fold<Read>;
  producer: Producer;
  stateProducer: Producer;
  /** The newest states on their way. */
  saving: Promise<void>;
  /** Why they did not arrive; null while all did. */
  saveFailure: unknown;
  committed: number;
  /** The first offset that was not folded since the states were read. */
  nextOffset: number;
  /** The next offset to read. */
  readFrom: number;
  /** Where reading was sent back to `readFrom`: what comes then begins behind a hole of the topic. */
  sentTo: number | null;
  identity: string;
  keeper: SnapshotKeeper | null;
  findable: Evicted[];
  askedAt: number;
  /** How many of the evicted come before those to ask about next. */
  askFrom: number;
};

/** Up to `most` of a list from place `from` on, from its start where nothing is left there; and the place after them. */
export function takeTurn<Item>(
  list: readonly Item[],
  from: number,
  most: number,
): { items: Item[]; next: number } {
  const start = from < list.length ? from : 0;
  const items = list.slice(start, start + most);
  return { items, next: start + items.length };
}

/** Starts consuming; the returned function stops it after the batch in hand. */
export async function runFold<Read>(options: FoldOptions<Read>): Promise<() => Promise<void>> {
  const { kafka, groupId, inputTopic, evictedStates, log } = options;
  const clickhouse = new Outage('ClickHouse', log);
  const open = new Map<number, OpenFold<Read>>();
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 20,
    ...MEMBERSHIP,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000, restartOnFailure: async () => true },
  });

  const drop = async (partition: number) => {
    const dropped = open.get(partition);
    open.delete(partition);
    if (dropped) await close(dropped);
  };

  /** Sends captured and removed states, once those before them have arrived. The outputs that go with them are committed. */
  const save = async (current: OpenFold<Read>, states: readonly OutputRecord[], heartbeat: Heartbeat) => {
    const stopBeating = keepBeating(heartbeat);
    await current.saving.finally(stopBeating);
    if (current.saveFailure !== null) throw current.saveFailure;
    current.saving = inTransaction(current.stateProducer, (transaction) => sendOutputs(transaction, states))
      .then((nextOffset) => current.keeper?.note(changesOf(states), nextOffset))
      .catch((error) => {
        current.saveFailure = error;
      });
  };

  /** Brings what the records need before the first of them is applied; false where the partition is no longer ours. */
  const bringMissing = async (
    { batch: { partition }, heartbeat, isRunning, isStale }: EachBatchPayload,
    fold: Fold<Read>,
    offset: number,
    reads: readonly Read[],
  ): Promise<boolean> => {
    const missing = fold.missing(reads);
    if (missing.length === 0) return true;
    const waiting = `partition ${partition}`;
    for (;;) {
      // A server that takes the question and says nothing is waited for longer than the group waits for us.
      const stopBeating = keepBeating(heartbeat);
      const askedMs = Date.now();
      const found = await evictedStates.find(partition, missing, offset).catch((error) => {
        // Without an answer nobody knows what these tokens were: a guess would be folded into all that follows.
        clickhouse.began(askedMs, `${waiting} waits for evicted states: ${messageOf(error)}`, waiting);
        return null;
      });
      stopBeating();
      if (found) {
        clickhouse.ended(Date.now(), waiting);
        fold.bring(found);
        return true;
      }
      await sleep(RETRY_AFTER_MS);
      await heartbeat();
      if (!isRunning() || isStale()) {
        clickhouse.givenUp(waiting);
        return false;
      }
    }
  };

  /** Asks beside the stream which evicted states can leave their topic. What is put out never depends on the answer. */
  const askFindable = (partition: number, current: OpenFold<Read>) => {
    const now = performance.now();
    if (current.findable.length > 0 || now - current.askedAt < RELEASE_EVERY_MS) return;
    current.askedAt = now;
    // In turns: those that the tables do not show yet must not keep the ones behind them from being asked about.
    const { items: evicted, next } = takeTurn(current.fold.evicted(), current.askFrom, RELEASED_AT_ONCE);
    current.askFrom = next;
    if (evicted.length === 0) return;
    evictedStates.findable(partition, evicted).then(
      (findable) => {
        current.findable = findable;
      },
      (error) => log(`partition ${partition}: evicted states: ${messageOf(error)}; asking again later`),
    );
  };

  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const processBatch = async (payload: EachBatchPayload) => {
    const { batch, heartbeat, resolveOffset, isStale, isRunning } = payload;
    const { partition } = batch;
    // Throws when the group is rebalancing: the partition may be another's by now.
    await heartbeat();
    let current = open.get(partition);
    if (!current) {
      current = await openPartition(options, partition, heartbeat);
      if (!isRunning() || isStale()) {
        await close(current);
        return;
      }
      open.set(partition, current);
    }
    // Whoever joins begins at the committed offset: what is folded again before it may not be left out.
    const { readFrom } = current;
    if (readFrom < Number(batch.messages[0]?.offset) && current.sentTo !== readFrom) {
      current.sentTo = readFrom;
      consumer.seek({ topic: inputTopic, partition, offset: String(readFrom) });
      return;
    }
    if (current.saveFailure !== null) throw current.saveFailure;
    const { fold } = current;
    let { committed } = current;
    const records = batch.messages.map(({ offset, value }) => ({ offset: Number(offset), value }));
    const fresh: { offset: number; read: Read }[] = [];
    for (const record of records) {
      if (record.offset < fold.nextOffset) fold.warm(record);
      else if (record.offset >= current.nextOffset)
        fresh.push({ offset: record.offset, read: fold.read(record) });
    }
    const [first] = fresh;
    const reads = fresh.map(({ read }) => read);
    if (first && !(await bringMissing(payload, fold, first.offset, reads))) return;
    // Captures between the states that were read and the committed offset: they never arrived.
    const recaptured: OutputRecord[] = [];
    const isState = ({ topic }: OutputRecord) => topic === options.stateTopic;
    const foldFresh = async () => {
      for (const [index, { offset, read }] of fresh.entries()) {
        if (index % FOLDED_AT_ONCE === FOLDED_AT_ONCE - 1) await new Promise(setImmediate);
        fold.apply(read);
        current.nextOffset = offset + 1;
        // What was said before the restart is committed.
        if (offset < committed) recaptured.push(...fold.take().filter(isState));
        else committed = offset + 1;
      }
    };
    await inTurn(foldFresh);
    if (recaptured.length > 0) await save(current, recaptured, heartbeat);
    if (committed > current.committed) {
      const outputs = [...fold.take(), ...fold.release(current.findable)];
      current.findable = [];
      const states = outputs.filter(isState);
      const said = outputs.filter((output) => !isState(output));
      await commit(options, current.producer, partition, said, committed, current.identity);
      current.committed = committed;
      if (states.length > 0) await save(current, states, heartbeat);
      askFindable(partition, current);
    }
    const last = batch.messages.at(-1);
    if (!last) return;
    current.readFrom = Number(last.offset) + 1;
    resolveOffset(last.offset);
  };

  onConsumerEnd(consumer, options.onFatal);
  tellOutages(kafka, consumer);
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    const kept = new Set(payload.memberAssignment[inputTopic]);
    for (const [partition, current] of open) {
      current.sentTo = null;
      if (!kept.has(partition))
        drop(partition).catch((error) => log(`partition ${partition}: ${messageOf(error)}`));
    }
  });

  const partitions = await countPartitions(kafka, inputTopic);
  await consumer.connect();
  await consumer.subscribe({ topic: inputTopic, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitions,
    eachBatch: async (payload) => {
      const { partition } = payload.batch;
      try {
        await processBatch(payload);
      } catch (error) {
        if (error instanceof Unrecoverable) return options.onFatal(error);
        // Whatever failed, memory may be ahead of what was committed: it is rebuilt from the topics.
        log(`partition ${partition}: ${messageOf(error)}; reloading its state`);
        // What it is still sending is refused once it is opened again: that need not be waited for.
        void drop(partition).catch(() => undefined);
        if (isGroupError(error)) throw error;
        await sleep(RETRY_AFTER_MS);
      }
    },
  });
  return async () => {
    await consumer.disconnect();
    for (const partition of [...open.keys()]) await drop(partition);
    await evictedStates.close();
  };
}

/** Fences whoever had the partition before, and only then reads what was committed: nothing can be added to it. */
async function openPartition<Read>(
  options: FoldOptions<Read>,
  partition: number,
  heartbeat: Heartbeat,
): Promise<OpenFold<Read>> {
  const { kafka, groupId, inputTopic, stateTopic, openFold, log } = options;
  const startedAt = performance.now();
  const opened: Partial<Opened> = {};
  const stopBeating = keepBeating(heartbeat);
  try {
    const producer = await openTransactions(kafka, `${groupId}-${partition}`);
    opened.producer = producer;
    const stateProducer = await openTransactions(kafka, `${groupId}-states-${partition}`);
    opened.stateProducer = stateProducer;
    const marker = await markEnd(stateProducer, stateTopic, partition);
    const committed = await readCommitted(kafka, groupId, inputTopic, partition);
    const { states, identity, keeper } = await readStates(options, partition, marker, committed.metadata);
    opened.keeper = keeper;
    const count = states.size;
    const fold = await openFold(partition, states);
    // A group's offset expires or is deleted; the states tell that it had one.
    if (committed.offset === null ? count > 0 : committed.offset < fold.nextOffset)
      throw new Unrecoverable(
        `the states of ${inputTopic}/${partition} stand at offset ${fold.nextOffset} and group ${groupId} has committed ${committed.offset ?? 'nothing'}: going on would emit twice. Restore the offset, or delete the records of ${stateTopic} and of the outputs to fold the journal anew.`,
      );
    // Last: records may leave the topic while states are read, and whoever asks for such a one loses the group's place.
    const { low } = await readEnds(kafka, inputTopic, partition);
    if (committed.offset !== null && low > fold.nextOffset && committed.offset > fold.nextOffset)
      throw new Unrecoverable(
        `the states of ${inputTopic}/${partition} stand at offset ${fold.nextOffset}, and the topic begins at ${low}: what was folded in between is lost.`,
      );
    const took = Math.round(performance.now() - startedAt);
    log(
      `partition ${partition}: ${count} states restored in ${took} ms, folded up to offset ${fold.nextOffset}`,
    );
    return {
      fold,
      producer,
      stateProducer,
      saving: Promise.resolve(),
      saveFailure: null,
      committed: committed.offset ?? fold.nextOffset,
      nextOffset: fold.nextOffset,
      readFrom: Math.max(fold.warmFrom, low),
      sentTo: null,
      identity,
      keeper,
      findable: [],
      askedAt: performance.now(),
      askFrom: 0,
    };
  } catch (error) {
    await close(opened);
    throw error;
  } finally {
    stopBeating();
  }
}

type Opened = Pick<OpenFold<unknown>, 'producer' | 'stateProducer' | 'keeper' | 'saving'>;

/** A producer that is still sending would connect again: it is let go when it is through. */
async function close({ producer, stateProducer, keeper, saving }: Partial<Opened>): Promise<void> {
  await Promise.allSettled([producer?.disconnect(), saving]);
  await Promise.allSettled([stateProducer?.disconnect(), keeper?.close()]);
}

/** What stands beside the group's offset: names the states that snapshots of them must name too. */
const Metadata = z.object({ v: z.literal(1), states: z.string() });

function identityOf(metadata: string | null): string | null {
  try {
    return Metadata.parse(JSON.parse(metadata ?? '')).states;
  } catch {
    return null;
  }
}

type States = { states: Map<string, Buffer>; identity: string; keeper: SnapshotKeeper | null };

/** The states from the snapshot and what the topic holds behind it, or from the topic alone. */
async function readStates(
  { kafka, groupId, stateTopic, snapshotDir, log }: Omit<FoldOptions<unknown>, 'openFold'>,
  partition: number,
  marker: string,
  metadata: string | null,
): Promise<States> {
  // States that were read without a snapshot get a new name: no file of before may ever be taken for theirs.
  const renewed = randomUUID();
  const fromStart = () =>
    readState(kafka, groupId, stateTopic, partition, marker, { values: new Map(), nextOffset: 0 });
  if (snapshotDir === null) return { states: (await fromStart()).values, identity: renewed, keeper: null };

  const file = join(snapshotDir, `${groupId}-${partition}.states`);
  const { low, high } = await readEnds(kafka, stateTopic, partition);
  const place = { topic: stateTopic, partition, low };
  const known = identityOf(metadata);
  const snapshot =
    known === null
      ? 'is of no states that were committed'
      : await readSnapshot(file, { ...place, identity: known }, high);
  if (known === null || typeof snapshot === 'string') {
    log(`partition ${partition}: the snapshot ${snapshot}: reading the topic from its start`);
    const { values, nextOffset } = await fromStart();
    const keeper = new SnapshotKeeper(file, { ...place, identity: renewed }, { nextOffset }, log);
    keeper.writeAll([...values]);
    return { states: values, identity: renewed, keeper };
  }
  const keeper = new SnapshotKeeper(file, { ...place, identity: known }, snapshot, log);
  const { values, nextOffset, changes } = await readState(
    kafka,
    groupId,
    stateTopic,
    partition,
    marker,
    snapshot,
  );
  keeper.note(changes, nextOffset);
  return { states: values, identity: known, keeper };
}

async function commit(
  { groupId, inputTopic }: Omit<FoldOptions<unknown>, 'openFold'>,
  producer: Producer,
  partition: number,
  outputs: readonly OutputRecord[],
  nextOffset: number,
  identity: string,
): Promise<void> {
  await inTransaction(producer, async (transaction) => {
    await sendOutputs(transaction, outputs);
    const metadata = JSON.stringify({ v: 1, states: identity });
    await sendOffset(transaction, groupId, inputTopic, { partition, offset: String(nextOffset), metadata });
  });
}

const changesOf = (states: readonly OutputRecord[]) =>
  states.flatMap(({ key, value }) => (key === null ? [] : [{ key, value }]));
