/**
 * Moves topics into ClickHouse exactly once. A range of offsets is claimed in the metadata of the committed offset, its
 * rows are stored under a token made of the range and its records, and then the offset moves behind it. After a crash
 * the claimed range is read and stored again under the same token, which changes nothing where it was stored before.
 */
import type { DeadLetter } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import type { EachBatchPayload, Kafka, Producer } from 'kafkajs';
import { outputOfLetter } from '../runtime/dead-letters.js';
import { isGroupError, keepBeating, MEMBERSHIP, onConsumerEnd, tellOutages } from '../runtime/kafka.js';
import { countPartitions, readCommitted, readEnds } from '../runtime/offsets.js';
import { sendOutputs } from '../runtime/outputs.js';
import { messageOf, sleep } from '../runtime/service.js';
import { inTransaction, openTransactions, sendOffset } from '../runtime/transactions.js';
import { Unrecoverable } from '../runtime/unrecoverable.js';
import { type Claim, decodeMetadata, encodeMetadata } from './claim.js';
import { Range, type Reader, readerOf } from './range.js';
import { RowWriter } from './row-binary.js';
import { type Columns, RefusedRows, type Store } from './store.js';
import { MEASUREMENTS } from './table-rows.js';

/**
 * Of rows and dead letters. With the greatest record's 5,000 facts on top an insert has at most 50,000 rows; and so many
 * letters go into a transaction long before it times out.
 */
const FULL_ROWS = 45_000;
/** Bounds what a partition takes while a backlog is stored: twice this, for the range that fills and the one on its way. */
const FULL_BYTES = 16 * 1024 * 1024;
const FETCH_BYTES = 1024 * 1024;
const FETCH_WITHIN_MS = 500;
/**
 * The first range of a partition just taken over is stored sooner: while members come and go in short order, each
 * rebalance would take away what waits for its time, and nothing would ever be stored.
 */
const FIRST_FLUSH_AFTER_MS = 500;
/** What was read far behind the topic's end has waited already; an insert of many rows costs the engine little more than one of few. */
const BEHIND_FLUSH_AFTER_MS = 1_500;
const FAR_BEHIND_RECORDS = 1_000;
const metrics = metricsOf('sink');

const RETRY_AFTER_MS = 1_000;
/** An insert is given up much later (store.ts): it may be a large one. What takes so long is told before. */
const UNANSWERED_AFTER_MS = 15_000;
/** What is not stored by then is read again at the next start. */
const STOP_WITHIN_MS = 5_000;

export type SinkOptions = {
  kafka: Kafka;
  groupId: string;
  topics: readonly string[];
  store: Store;
  /** How long rows may wait for others to share an insert with, ms. */
  flushAfterMs: number;
  log: (line: string) => void;
  /** What the sink cannot go on from, though the process might live on. */
  onFatal: (error: Error) => void;
};

/** A partition as this member of the group holds it, until the group is formed anew. */
type Held = {
  topic: string;
  partition: number;
  /** Of this partition's transactions: offsets are committed in them, so that who has lost the partition commits nothing. */
  producer: Producer;
  reader: Reader;
  columns: Columns;
  nextOffset: number;
  /** The newest offset in the tables; null where there is none. */
  stored: number | null;
  readFrom: number;
  /** The range that a process before this one had claimed, until it is stored again. */
  claim: Claim | null;
  range: Range | null;
  timer: NodeJS.Timeout | null;
  /** Ranges are stored one after the other. */
  storing: Promise<void>;
  /** Whether a range was stored since the partition was taken over. */
  hasStored: boolean;
  /** Whether the newest batch ended far before the topic does. */
  isBehind: boolean;
  isLost: boolean;
};

/** Starts consuming; the returned function stores what was read and stops. */
export async function runSink(options: SinkOptions): Promise<() => Promise<void>> {
  const { kafka, groupId, topics, store, flushAfterMs, log, onFatal } = options;
  const clickhouse = new Outage('ClickHouse', log);
  const held = new Map<string, Held>();
  const consumer = kafka.consumer({
    groupId,
    // Rows wait for each other anyhow: a fetch for each new record would cost more than the records do.
    minBytes: FETCH_BYTES,
    maxWaitTimeInMs: FETCH_WITHIN_MS,
    ...MEMBERSHIP,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000, restartOnFailure: async () => true },
  });

  const lose = async (partition: Held) => {
    partition.isLost = true;
    // How far behind it is, whoever has it now says.
    metrics.sink_lag_records.remove({ topic: partition.topic, partition: partition.partition });
    if (partition.timer) clearTimeout(partition.timer);
    const name = `${partition.topic}/${partition.partition}`;
    if (held.get(name) === partition) held.delete(name);
    // A producer that is still sending would connect again.
    await partition.storing;
    await partition.producer.disconnect();
  };
  const loseAll = () => Promise.allSettled([...held.values()].map(lose));

  /** What could not be read is told in the transaction that moves the place behind it: once. */
  const commit = async (
    of: Held,
    offset: number,
    claim: Claim | null,
    warmFrom: number,
    letters: readonly DeadLetter[] = [],
  ) => {
    if (of.isLost) throw new Error('the partition was given to another');
    const metadata = encodeMetadata({ claim, after: of.stored, warmFrom });
    const place = { partition: of.partition, offset: String(offset), metadata };
    await inTransaction(of.producer, async (transaction) => {
      await sendOutputs(transaction, letters.map(outputOfLetter));
      await sendOffset(transaction, groupId, of.topic, place);
    });
  };

  /** Asks ClickHouse, and tells where it fails or is silent. */
  const asking = async <Answer>(name: string, what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const askedMs = Date.now();
    const tell = (why: string) => clickhouse.began(askedMs, `${what}: ${why}`, name);
    const slow = setTimeout(
      () => tell(`no answer for ${UNANSWERED_AFTER_MS / 1_000} s`),
      UNANSWERED_AFTER_MS,
    );
    try {
      const answer = await ask();
      clickhouse.ended(Date.now(), name);
      return answer;
    } catch (error) {
      tell(messageOf(error));
      throw error;
    } finally {
      clearTimeout(slow);
    }
  };

  /** Repeats what fails for want of a store or broker, as long as the partition is ours. */
  const persist = async (of: Held, what: string, attempt: () => Promise<void>) => {
    const name = `${of.topic}/${of.partition}`;
    for (;;) {
      if (of.isLost) {
        clickhouse.givenUp(name);
        throw new Error('the partition was given to another');
      }
      try {
        return await asking(name, `${what} for ${name} is not stored`, attempt);
      } catch {
        metrics.sink_retries_total.inc();
        await sleep(RETRY_AFTER_MS);
      }
    }
  };

  const insert = async (table: Parameters<Store['insert']>[0], rows: number, body: Buffer, token: string) => {
    const ended = metrics.sink_insert_seconds.startTimer();
    await store.insert(table, body, token);
    ended();
    metrics.sink_rows_total.inc({ table }, rows);
  };

  /**
   * Stores the measurements from number `from` up to, not including, `to`. Where one is refused so are all, and each half goes
   * by itself: under a token of its own, and the same one after a crash.
   */
  const storeMeasured = async (of: Held, range: Range, token: string, from: number, to: number) => {
    if (from === to) return;
    const body = range.measured.body(from, to);
    let refusal: string | null = null;
    await persist(of, MEASUREMENTS, async () => {
      try {
        await insert(MEASUREMENTS, to - from, body, `${token}/${from}-${to}`);
      } catch (error) {
        if (!(error instanceof RefusedRows)) throw error;
        refusal = error.message;
      }
    });
    if (refusal === null) return;
    if (to - from === 1) return range.refuseMeasured(from, refusal);
    const middle = (from + to) >> 1;
    await storeMeasured(of, range, token, from, middle);
    await storeMeasured(of, range, token, middle, to);
  };

  const storeRange = async (of: Held, range: Range, warmNext: number) => {
    const { token, bodies } = range.close();
    if (of.claim === null) await commit(of, range.first, [range.first, range.last], range.warmFrom);
    for (const [table, body] of bodies)
      await persist(of, table, () => insert(table, range.rowsIn(table), body, token));
    await storeMeasured(of, range, token, 0, range.measured.count);
    const progress = new RowWriter(of.columns.sink_progress);
    progress.add([of.topic, of.partition, range.last]);
    await persist(of, 'sink_progress', () => insert('sink_progress', 1, progress.body(), token));
    of.stored = range.last;
    await commit(of, range.last + 1, null, warmNext, range.letters);
    of.claim = null;
    of.hasStored = true;
    metrics.sink_ranges_total.inc();
    metrics.sink_dead_letters_total.inc(range.letters.length);
  };

  /** Ends the range in hand. What follows waits for it to be stored. */
  const flush = (of: Held): Promise<void> => {
    const { range } = of;
    if (range === null) return of.storing;
    if (of.timer) clearTimeout(of.timer);
    of.range = null;
    of.timer = null;
    const warmNext = of.reader.warmFrom(range.last + 1);
    of.storing = of.storing
      .then(() => storeRange(of, range, warmNext))
      .catch((error) => {
        if (of.isLost) return;
        // Read again from what is committed: the claim, if it got that far, says what may be stored already.
        log(`${of.topic}/${of.partition}: ${messageOf(error)}; reading again from offset ${range.first}`);
        void lose(of).catch(() => undefined);
        try {
          consumer.seek({ topic: of.topic, partition: of.partition, offset: String(range.first) });
        } catch {
          // Stopped: once it has joined again, everything is read from what is committed.
        }
      });
    return of.storing;
  };

  const add = (of: Held, record: { offset: number; value: Buffer | null }) => {
    if (of.claim !== null) checkClaimed(of, of.claim, record.offset);
    if (of.range === null) {
      const range = new Range(
        of.topic,
        of.partition,
        record.offset,
        of.reader.warmFrom(record.offset),
        of.columns,
      );
      of.range = range;
      // A claimed range ends where it was claimed to end, and not with time. While the one before is on its way, as long
      // as the tables are away, this one goes on filling: two ranges are all that a partition holds.
      const flushInTurn = () => of.storing.then(() => (of.range === range ? flush(of) : undefined));
      const atMostMs = of.isBehind ? BEHIND_FLUSH_AFTER_MS : flushAfterMs;
      const waitMs = Math.min(of.hasStored ? atMostMs : FIRST_FLUSH_AFTER_MS, flushAfterMs);
      if (of.claim === null) of.timer = setTimeout(() => void flushInTurn(), waitMs);
    }
    of.range.add(record, of.reader);
    of.nextOffset = record.offset + 1;
  };

  /**
   * Reads nothing of a partition until then, and of the others goes on: kafkajs fetches no more of any while one batch is worked
   * on, and after a crash each partition begins with a claimed range.
   */
  const restUntil = (isOver: Promise<void>, topic: string, partition: number) => {
    const resting = [{ topic, partitions: [partition] }];
    consumer.pause(resting);
    void isOver.finally(() => {
      try {
        consumer.resume(resting);
      } catch {
        // Stopped.
      }
    });
  };

  const processBatch = async ({ batch, heartbeat, resolveOffset, isStale, isRunning }: EachBatchPayload) => {
    const { topic, partition } = batch;
    const name = `${topic}/${partition}`;
    let of = held.get(name);
    if (!of) {
      // Throws when the partition may be another's by now, who would lose it to us.
      await heartbeat();
      const stopBeating = keepBeating(heartbeat);
      const lastOffset: Store['lastOffset'] = (ofTopic, ofPartition) =>
        asking(name, `the place of ${name} is not known`, () => store.lastOffset(ofTopic, ofPartition));
      of = await hold({ ...options, store: { ...store, lastOffset } }, topic, partition)
        .catch((error) => {
          clickhouse.givenUp(name);
          throw error;
        })
        .finally(stopBeating);
      if (!isRunning() || isStale()) {
        await lose(of);
        return;
      }
      held.set(name, of);
      if (of.readFrom < Number(batch.messages[0]?.offset)) {
        consumer.seek({ topic, partition, offset: String(of.readFrom) });
        return;
      }
    }
    const lag = Number(batch.offsetLag());
    metrics.sink_lag_records.set({ topic, partition }, lag);
    of.isBehind = lag > FAR_BEHIND_RECORDS;
    for (const message of batch.messages) {
      const record = { offset: Number(message.offset), value: message.value };
      if (record.offset < of.nextOffset) {
        of.reader.read(record);
        continue;
      }
      add(of, record);
      if (record.offset === of.claim?.[1]) {
        // After a claimed range what is held is as committed.
        resolveOffset(message.offset);
        restUntil(flush(of), topic, partition);
        return;
      }
      if (of.claim === null && isFull(of.range)) {
        const stopBeating = keepBeating(heartbeat);
        // The next range fills while this one is stored.
        const { storing } = of;
        void flush(of);
        await storing.finally(stopBeating);
      }
      if (of.isLost || isStale()) return;
    }
    const last = batch.messages.at(-1);
    if (last) resolveOffset(last.offset);
    await heartbeat();
  };

  onConsumerEnd(consumer, onFatal);
  tellOutages(kafka, consumer);
  // Whatever was held is read again from what is committed, by whoever has the partition now.
  consumer.on(consumer.events.GROUP_JOIN, () => {
    void loseAll();
  });

  let partitions = 0;
  for (const topic of topics) partitions += await countPartitions(kafka, topic);
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitions,
    eachBatch: async (payload) => {
      try {
        await processBatch(payload);
      } catch (error) {
        if (error instanceof Unrecoverable) return onFatal(error);
        // kafkajs lets some faults of a broker end the consumer for good: it sees those of the group alone.
        if (isGroupError(error)) throw error;
        const { topic, partition } = payload.batch;
        log(`${topic}/${partition}: ${messageOf(error)}; reading again from what is committed`);
        const failed = held.get(`${topic}/${partition}`);
        if (failed) void lose(failed).catch(() => undefined);
        await sleep(RETRY_AFTER_MS);
      }
    },
  });
  return async () => {
    const stored = Promise.all([...held.values()].map((of) => (of.claim === null ? flush(of) : undefined)));
    await Promise.race([stored, sleep(STOP_WITHIN_MS)]);
    const lost = loseAll();
    await Promise.race([consumer.disconnect(), sleep(STOP_WITHIN_MS)]);
    // What was taken over in between goes too.
    await Promise.race([Promise.all([lost, loseAll()]), sleep(STOP_WITHIN_MS)]);
    await store.close();
  };
}

const isFull = (range: Range | null): boolean =>
  range !== null && (range.rowCount + range.letters.length >= FULL_ROWS || range.readBytes >= FULL_BYTES);

function checkClaimed({ topic, partition, range }: Held, [first, last]: Claim, offset: number): void {
  const isWhole = range === null ? offset === first : offset <= last;
  if (!isWhole)
    throw new Unrecoverable(
      `${topic}/${partition}: offsets ${first} to ${last} were claimed and perhaps stored, and offset ${offset} comes where they should be. They cannot be stored exactly once any more: rebuild the tables from the topic.`,
    );
}

/** Makes sure that nobody else commits, reads where the group stands, and compares it with what the tables say. */
async function hold(options: SinkOptions, topic: string, partition: number): Promise<Held> {
  const producer = await openTransactions(options.kafka, `${options.groupId}-${topic}-${partition}`);
  try {
    return { ...(await readPlace(options, topic, partition)), producer };
  } catch (error) {
    await producer.disconnect();
    throw error;
  }
}

async function readPlace(
  { kafka, groupId, store }: SinkOptions,
  topic: string,
  partition: number,
): Promise<Omit<Held, 'producer'>> {
  const committed = await readCommitted(kafka, groupId, topic, partition);
  const metadata = decodeMetadata(committed.metadata);
  const stored = await store.lastOffset(topic, partition);
  const nextOffset = committed.offset ?? 0;
  const claim = metadata?.claim ?? null;
  const expected = nextOffset === 0 ? null : nextOffset - 1;
  const agrees = claim === null ? stored === expected : stored === metadata?.after || stored === claim[1];
  if (!agrees) {
    const now = await readCommitted(kafka, groupId, topic, partition);
    if (now.offset !== committed.offset || now.metadata !== committed.metadata)
      throw new Error('another has taken the partition over meanwhile');
    throw new Unrecoverable(
      `${topic}/${partition}: the tables hold rows up to offset ${stored ?? 'none'}, and group ${groupId} has committed ${committed.offset ?? 'nothing'}. Going on would lose rows or store them twice: restore the offsets, or empty the tables and delete the group to store the topic anew.`,
    );
  }
  const columns = await store.columns();
  // Last: what only warms may have left the topic meanwhile, and whoever asks for it loses the place.
  const { low } = await readEnds(kafka, topic, partition);
  if (committed.offset !== null && low > nextOffset)
    throw new Unrecoverable(
      `${topic}/${partition}: offsets ${nextOffset} to ${low - 1} left the topic before they were stored. The tables have a hole: rebuild them from the topic, or restore the records.`,
    );
  return {
    topic,
    partition,
    reader: readerOf(topic, partition),
    columns,
    nextOffset,
    stored,
    readFrom: Math.max(low, Math.min(nextOffset, metadata?.warmFrom ?? nextOffset)),
    claim,
    range: null,
    timer: null,
    storing: Promise.resolve(),
    hasStored: false,
    isBehind: true,
    isLost: false,
  };
}
