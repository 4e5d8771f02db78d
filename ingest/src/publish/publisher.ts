import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeadLetter,
  encodeJournalRecord,
  type Fact,
  type JournalRecord,
  RECEIVED_AT_HEADER,
} from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka, type Message, type Producer } from 'kafkajs';
import { z } from 'zod';
import { type JournalTail, readJournalTail } from './journal-tail.js';
import type { SeenIds } from './seen-ids.js';
import type { ToldPrice } from './slot-facts.js';

export type PartitionState = { seen: SeenIds; toldPrice: ToldPrice | null };

type Queued = { partition: number; record: JournalRecord; receivedAtMs: number };

/** One send holds at most so many records: about 2 MB of journal, far below what a broker accepts. */
const MAX_BATCH = 500;

/** A dead letter keeps this much of what could not be read. */
const MAX_DEAD_BYTES = 256 * 1024;

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
  #producer: Producer | null = null;
  #partitions: PartitionState[] = [];
  #queue: Queued[] = [];
  #deadLetters: DeadLetter[] = [];
  #isSending = false;
  #isStopping = false;
  #wakeIdle: (() => void)[] = [];

  constructor(kafka: Kafka, log: (line: string) => void) {
    this.#kafka = kafka;
    this.#log = log;
  }

  /** Connects and reads what the journal holds. Waits for a broker that is not up, or a topic not yet made. */
  async start(): Promise<JournalTail> {
    return await this.#recover();
  }

  get partitions(): readonly PartitionState[] {
    return this.#partitions;
  }

  /** Records taken and not yet known to be written. */
  get backlog(): number {
    return this.#queue.length;
  }

  /** Takes a record for a partition, without the facts that stand there already. */
  publish(partition: number, record: JournalRecord, receivedAtMs: number): void {
    const facts = this.#unseen(partition, record);
    if (facts.length === 0) return;
    this.#queue.push({ partition, record: { ...record, facts }, receivedAtMs });
    this.#send();
  }

  publishDeadLetter(reason: string, origin: string, bytes: Uint8Array): void {
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
    return this.#queue.length === 0 && this.#deadLetters.length === 0 && !this.#isSending;
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
    while ((this.#queue.length > 0 || this.#deadLetters.length > 0) && !this.#isStopping) {
      const batch = this.#queue.slice(0, MAX_BATCH);
      const deadLetters = this.#deadLetters.slice(0, MAX_BATCH);
      try {
        await this.#sendBatch(batch, deadLetters);
        this.#queue.splice(0, batch.length);
        this.#deadLetters.splice(0, deadLetters.length);
      } catch (error) {
        if (this.#isStopping) break;
        this.#log(`journal write failed, reading it back: ${describe(error)}`);
        await this.#recover().catch((failure) => {
          // Once stopping, what is not written stays on the chain; anything else must be seen.
          if (!this.#isStopping) throw failure;
        });
      }
    }
    this.#isSending = false;
    if (this.#isIdle) for (const wake of this.#wakeIdle.splice(0)) wake();
  }

  async #sendBatch(batch: readonly Queued[], deadLetters: readonly DeadLetter[]): Promise<void> {
    const journal = batch.flatMap((queued) => this.#encode(queued));
    const dead = deadLetters.map((letter) => ({ value: JSON.stringify(z.encode(DeadLetter, letter)) }));
    const topicMessages = [
      { topic: TOPICS.journal.name, messages: journal },
      { topic: TOPICS.deadLetters.name, messages: dead },
    ].filter(({ messages }) => messages.length > 0);
    if (topicMessages.length === 0) return;
    await this.#producer!.sendBatch({ topicMessages, acks: -1, compression: CompressionTypes.GZIP });
  }

  /** Nothing where the record breaks its contract: it becomes a dead letter of its own. */
  #encode({ partition, record, receivedAtMs }: Queued): Message[] {
    try {
      return [
        {
          partition,
          key: record.mint,
          value: encodeJournalRecord(record),
          timestamp: String(record.time),
          headers: { [RECEIVED_AT_HEADER]: String(receivedAtMs) },
        },
      ];
    } catch (error) {
      const text = JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const origin = `${record.slot}/${record.signature ?? 'slot'}/${record.mint ?? ''}`;
      this.publishDeadLetter(`breaks its contract: ${describe(error)}`, origin, Buffer.from(text));
      return [];
    }
  }

  /** Reads back what the journal holds, with a new producer, and keeps of the queue what it lacks. */
  async #recover(): Promise<JournalTail> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#producer?.disconnect();
        this.#producer = this.#kafka.producer({
          idempotent: true,
          maxInFlightRequests: 1,
          allowAutoTopicCreation: false,
        });
        await this.#producer.connect();
        const tail = await readJournalTail(this.#kafka);
        this.#partitions = tail.partitions;
        this.#queue = this.#queue.flatMap((queued) => {
          const facts = this.#unseen(queued.partition, queued.record);
          return facts.length === 0 ? [] : [{ ...queued, record: { ...queued.record, facts } }];
        });
        return tail;
      } catch (error) {
        if (this.#isStopping) throw error;
        this.#log(`journal cannot be read: ${describe(error)}; next attempt in ${pauseMs} ms`);
        await sleep(pauseMs);
      }
    }
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
