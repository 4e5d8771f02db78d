import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeadLetter,
  encodeJournalRecord,
  type Fact,
  type JournalRecord,
  LayoutDrift,
  layoutDriftKey,
  RECEIVED_AT_HEADER,
} from '@cryptonite/contracts/events';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { SourceState } from '@cryptonite/contracts/source-state';
import { TOPICS } from '@cryptonite/contracts/topics';
import { type OpenSpan, TRACE_HEADER, type Traces } from '@cryptonite/contracts/traces';
import { CompressionTypes, type Kafka, type Message, type Producer } from 'kafkajs';
import { z } from 'zod';
import { type JournalTail, readJournalTail } from './journal-tail.js';
import type { SeenIds } from './seen-ids.js';
import type { ToldPrice } from './slot-facts.js';

const metrics = metricsOf('ingest');

export type PartitionState = { seen: SeenIds; toldPrice: ToldPrice | null };

/** A record that replaces the one before it under its key. */
type Newest = { topic: string; key: string; value: string };

type Queued = { partition: number; record: JournalRecord; receivedAtMs: number };

/** One send holds at most so many records. */
const MAX_BATCH = 500;

/**
 * One send holds at most so many bytes for a partition, and so many of dead letters: brokers refuse a batch above 1 MB,
 * and what is refused would be sent again for ever. That compression makes it less is not counted on.
 */
const MAX_BYTES = 900_000;

/** A dead letter keeps this much of what could not be read. */
const MAX_DEAD_BYTES = 256 * 1024;

/** A dead letter waits as heavily as so many records: some dozens of full ones are what memory should hold. */
const LETTER_WEIGHT = 100;

/** Of topics without a key. */
const ONLY_PARTITION = 0;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Writes the journal in the order given, one send at a time, so that a partition never holds a later slot without the
 * earlier ones. Facts whose id a partition holds are dropped. After a send whose outcome is not known, the truth is
 * read back from the journal and what it lacks is sent again.
 */
export class Publisher {
  readonly #kafka: Kafka;
  readonly #log: (line: string) => void;
  readonly #outage: Outage;
  readonly #traces: Traces | null;
  #producer: Producer | null = null;
  #partitions: PartitionState[] = [];
  #queue: Queued[] = [];
  #deadLetters: DeadLetter[] = [];
  /** What replaces the record before it under the same key, by topic and key. */
  readonly #newest = new Map<string, Newest>();
  #isSending = false;
  #isStopping = false;
  #wakeIdle: (() => void)[] = [];

  /** @param outage of the broker, where the client tells of its beginning too */
  constructor(
    kafka: Kafka,
    log: (line: string) => void,
    outage = new Outage('Kafka', log),
    traces: Traces | null = null,
  ) {
    this.#kafka = kafka;
    this.#log = log;
    this.#outage = outage;
    this.#traces = traces;
  }

  /** Connects and reads what the journal holds. Waits for a broker that is not up, or a topic not yet made. */
  async start(): Promise<JournalTail> {
    return await this.#recover();
  }

  get partitions(): readonly PartitionState[] {
    return this.#partitions;
  }

  /** Records and dead letters taken and not yet known to be written. */
  get backlog(): number {
    return this.#queue.length + this.#deadLetters.length * LETTER_WEIGHT;
  }

  /** Takes a record for a partition, without the facts that stand there already. */
  publish(partition: number, record: JournalRecord, receivedAtMs: number): void {
    const facts = this.#unseen(partition, record);
    if (facts.length === 0) return;
    this.#queue.push({ partition, record: { ...record, facts }, receivedAtMs });
    metrics.ingest_backlog_records.set(this.#queue.length);
    this.#send();
  }

  publishDeadLetter(reason: string, origin: string, bytes: Uint8Array): void {
    metrics.ingest_dead_letters_total.inc();
    this.#deadLetters.push({
      v: 1,
      service: 'ingest',
      reason: reason.slice(0, 2_000),
      origin: origin.slice(0, 300),
      bytes: Buffer.from(bytes.subarray(0, MAX_DEAD_BYTES)).toString('base64'),
      isCut: bytes.length > MAX_DEAD_BYTES,
    });
    this.#send();
  }

  /** Takes a count of events in an unknown layout; it goes out with the records of its slot. */
  publishDrift(drift: LayoutDrift): void {
    const value = JSON.stringify(z.encode(LayoutDrift, drift));
    this.#publishNewest({ topic: TOPICS.layoutDrift.name, key: layoutDriftKey(drift), value });
  }

  /** Takes what is to be said of the source from now on. */
  publishSourceState(state: SourceState): void {
    const value = JSON.stringify(z.encode(SourceState, state));
    this.#publishNewest({ topic: TOPICS.sourceState.name, key: state.host, value });
  }

  #publishNewest(newest: Newest): void {
    this.#newest.set(`${newest.topic} ${newest.key}`, newest);
    this.#send();
  }

  /** Resolves when all that was taken is written. */
  async flush(): Promise<void> {
    if (this.#isIdle) return;
    await new Promise<void>((resolve) => this.#wakeIdle.push(resolve));
  }

  /** Stops at once. What is not written is still on the chain and comes again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#producer?.disconnect();
  }

  get #isIdle(): boolean {
    return !this.#hasWaiting && !this.#isSending;
  }

  get #hasWaiting(): boolean {
    return this.#queue.length > 0 || this.#deadLetters.length > 0 || this.#newest.size > 0;
  }

  #unseen(partition: number, { slot, facts }: JournalRecord): Fact[] {
    const { seen } = this.#partitions[partition]!;
    return facts.filter(({ id }) => seen.add(slot, id));
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    // A slot is published in one go: none of it is sent ahead of the rest, which would wait for that send's answer.
    await Promise.resolve();
    while (this.#hasWaiting && !this.#isStopping) {
      const askedMs = Date.now();
      try {
        if ((await this.#sendNext()) > 0) this.#outage.ended(Date.now());
      } catch (error) {
        if (this.#isStopping) break;
        this.#log(`journal write failed, reading it back: ${describe(error)}`);
        this.#outage.began(askedMs, describe(error));
        await this.#recover().catch((failure) => {
          // Once stopping, what is not written stays on the chain; anything else must be seen.
          if (!this.#isStopping) throw failure;
        });
      }
    }
    this.#isSending = false;
    if (this.#isIdle) for (const wake of this.#wakeIdle.splice(0)) wake();
  }

  /**
   * Sends what one send may hold: of the journal first, then what is beside it, so that what is written is not sent again
   * because something else failed. @returns how much that was
   */
  async #sendNext(): Promise<number> {
    const journal: Message[] = [];
    const spans: OpenSpan[] = [];
    const bytesOf = new Map<number, number>();
    let records = 0;
    for (const queued of this.#queue.slice(0, MAX_BATCH)) {
      const message = this.#encode(queued);
      if (message === null) {
        this.#queue.splice(records, 1);
        continue;
      }
      const bytes = (bytesOf.get(queued.partition) ?? 0) + Buffer.byteLength(message.value!);
      if (bytes > MAX_BYTES) break;
      bytesOf.set(queued.partition, bytes);
      const span = this.#beginTrace(queued);
      if (span) {
        message.headers![TRACE_HEADER] = span.traceparent;
        spans.push(span);
      }
      journal.push(message);
      records++;
    }
    const dead: Message[] = [];
    let deadBytes = 0;
    for (const letter of this.#deadLetters.slice(0, MAX_BATCH)) {
      const value = JSON.stringify(z.encode(DeadLetter, letter));
      deadBytes += Buffer.byteLength(value);
      if (deadBytes > MAX_BYTES && dead.length > 0) break;
      dead.push({ value, partition: ONLY_PARTITION });
    }
    const newest = [...this.#newest];
    const sent = records + dead.length + newest.length;
    if (sent === 0) return 0;
    const messagesIn = (wanted: string) =>
      newest.flatMap(([, { topic, key, value }]) =>
        topic === wanted ? [{ key, value, partition: ONLY_PARTITION }] : [],
      );
    const ended = metrics.ingest_publish_seconds.startTimer();
    await this.#write(TOPICS.journal.name, journal);
    for (const span of spans) span.end();
    this.#queue.splice(0, records);
    metrics.ingest_backlog_records.set(this.#queue.length);
    await this.#write(TOPICS.deadLetters.name, dead);
    this.#deadLetters.splice(0, dead.length);
    for (const topic of [TOPICS.layoutDrift.name, TOPICS.sourceState.name])
      await this.#write(topic, messagesIn(topic));
    for (const [key, each] of newest) if (this.#newest.get(key) === each) this.#newest.delete(key);
    ended();
    return sent;
  }

  async #write(topic: string, messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#producer!.send({ topic, messages, acks: -1, compression: CompressionTypes.GZIP });
  }

  /** From its receipt until it stands in the journal; of a send that fails nothing is told. */
  #beginTrace({ record, receivedAtMs }: Queued): OpenSpan | null {
    if (this.#traces === null) return null;
    const { slot, mint, signature } = record;
    const about = { slot, ...(mint !== null && { mint }), ...(signature !== null && { signature }) };
    return this.#traces.begin('journal', receivedAtMs, about);
  }

  /** Null where the record breaks its contract or is too long for the journal: it becomes a dead letter, and leaves the queue. */
  #encode({ partition, record, receivedAtMs }: Queued): Message | null {
    try {
      const value = encodeJournalRecord(record);
      const bytes = Buffer.byteLength(value);
      if (bytes > MAX_BYTES) throw new Error(`${bytes} bytes are more than the ${MAX_BYTES} of a record`);
      return {
        partition,
        key: record.mint,
        value,
        timestamp: String(record.time),
        headers: { [RECEIVED_AT_HEADER]: String(receivedAtMs) },
      };
    } catch (error) {
      const text = JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const origin = `${record.slot}/${record.signature ?? 'slot'}/${record.mint ?? ''}`;
      this.publishDeadLetter(`breaks its contract: ${describe(error)}`, origin, Buffer.from(text));
      return null;
    }
  }

  /** Reads back what the journal holds, with a new producer, and keeps of the queue what it lacks. */
  async #recover(): Promise<JournalTail> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const askedMs = Date.now();
      try {
        await this.#producer?.disconnect();
        this.#producer = createProducer(this.#kafka, {
          idempotent: true,
          maxInFlightRequests: 1,
          allowAutoTopicCreation: false,
        });
        // A frozen broker lets a send wait through all its retries: what is told, is told at the first of them.
        this.#producer.on(this.#producer.events.REQUEST_TIMEOUT, ({ payload: { sentAt, apiName, broker } }) =>
          this.#outage.began(sentAt, `${broker} does not answer ${apiName}`),
        );
        await this.#producer.connect();
        const tail = await readJournalTail(this.#kafka);
        this.#queue = this.#queue.flatMap((queued) => {
          const { partition, record } = queued;
          const { seen } = tail.partitions[partition]!;
          const facts = record.facts.filter(({ id }) => !seen.has(record.slot, id));
          return facts.length === 0 ? [] : [{ ...queued, record: { ...record, facts } }];
        });
        // The tail is read back less far than ids are remembered, and lacks what waits.
        for (const [partition, { seen }] of this.#partitions.entries())
          tail.partitions[partition]!.seen.addAll(seen);
        this.#partitions = tail.partitions;
        this.#outage.ended(Date.now());
        return tail;
      } catch (error) {
        if (this.#isStopping) throw error;
        this.#outage.began(askedMs, `the journal cannot be read: ${describe(error)}`);
        await sleep(pauseMs);
      }
    }
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
