/**
 * Runs a fold exactly once: what it emits and its place in the input commit in one Kafka transaction per batch and
 * partition. States are captured at places that the input alone decides, and follow in a transaction of their own, for
 * which only the next capture waits; after a restart the records between the newest capture and the committed offset are
 * folded again, and what they emit is known already. Both transactional ids name the input partition, so that a successor
 * fences a process that was believed dead.
 */
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { TRACE_HEADER, traceHeader } from '@cryptonite/contracts/traces';
import type { EachBatchPayload, Producer } from 'kafkajs';
import type { Fold, FoldOptions } from './fold.js';
import { isGroupError, keepBeating, MEMBERSHIP, onConsumerEnd, tellOutages } from './kafka.js';
import { countPartitions } from './offsets.js';
import { closePartition, type Heartbeat, type OpenFold, openPartition } from './open-partition.js';
import { type OutputRecord, sendOutputs } from './outputs.js';
import { messageOf, sleep } from './service.js';
import { inTransaction, sendOffset } from './transactions.js';
import { Unrecoverable } from './unrecoverable.js';

const metrics = metricsOf('screener');

const RETRY_AFTER_MS = 500;
/**
 * Partitions are folded one after the other, in pieces of so many records, between which the commits of those before go
 * on: folded all at once, the first of a slot's partitions would be committed no sooner than the last.
 */
const FOLDED_AT_ONCE = 20;

/** How often a partition asks which of its evicted states can be found by now. */
const RELEASE_EVERY_MS = 5_000;
const RELEASED_AT_ONCE = 1_000;

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
  const { kafka, groupId, inputTopic, evictedStates, traces, log } = options;
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
    metrics.screener_partitions.set(open.size);
    // How far behind it is, whoever has it now says.
    metrics.screener_lag_records.remove({ partition });
    if (dropped) await closePartition(dropped);
  };

  /** Sends captured and removed states, once those before them have arrived. The outputs that go with them are committed. */
  const save = async (current: OpenFold<Read>, states: readonly OutputRecord[], heartbeat: Heartbeat) => {
    const stopBeating = keepBeating(heartbeat);
    await current.saving.finally(stopBeating);
    if (current.saveFailure !== null) throw current.saveFailure;
    count(states);
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
    const readAtMs = Date.now();
    metrics.screener_lag_records.set({ partition }, Number(batch.offsetLag()));
    // Throws when the group is rebalancing: the partition may be another's by now.
    await heartbeat();
    let current = open.get(partition);
    if (!current) {
      current = await openPartition(options, partition, heartbeat);
      if (!isRunning() || isStale()) {
        await closePartition(current);
        return;
      }
      open.set(partition, current);
      evictedStates.takenOver(partition);
      metrics.screener_partitions.set(open.size);
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
    const records = batch.messages.map(({ offset, value, headers }) => ({
      offset: Number(offset),
      value,
      header: headers?.[TRACE_HEADER]?.toString(),
    }));
    const fresh: { offset: number; read: Read; header: string | undefined }[] = [];
    for (const record of records) {
      if (record.offset < fold.nextOffset) fold.warm(record);
      else if (record.offset >= current.nextOffset)
        fresh.push({ offset: record.offset, read: fold.read(record), header: record.header });
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
      // By what the batch came from: which record moved which token is the fold's own business.
      const spans =
        traces === null ? [] : fresh.flatMap(({ header }) => traces.goOn('fold', readAtMs, header));
      const said = withTrace(
        outputs.filter((output) => !isState(output)),
        traceHeader(spans),
      );
      const ended = metrics.screener_commit_seconds.startTimer();
      await commit(options, current.producer, partition, said, committed, current.identity);
      ended();
      for (const span of spans) span.end();
      metrics.screener_records_total.inc(committed - current.committed);
      count(said);
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
        metrics.screener_reloads_total.inc();
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

const withTrace = (outputs: OutputRecord[], header: string | undefined): OutputRecord[] =>
  header === undefined
    ? outputs
    : outputs.map((output) => ({ ...output, headers: { [TRACE_HEADER]: header } }));

function count(outputs: readonly OutputRecord[]): void {
  for (const { topic } of outputs) metrics.screener_outputs_total.inc({ topic });
}

const changesOf = (states: readonly OutputRecord[]) =>
  states.flatMap(({ key, value }) => (key === null ? [] : [{ key, value }]));
