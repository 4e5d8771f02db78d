/** Writes answers into the journal, many with one request. */
import { type DeadLetter, encodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka, type Message, type Producer } from 'kafkajs';
import { tellUnanswered } from '../runtime/kafka.js';
import { messageOf } from '../runtime/service.js';

type Waiting = { topic: string; message: Message; done: () => void };

/** Below the broker's default limit of 1 MB for the records that one request brings to a partition. */
const SENT_AT_ONCE = 100;

export class AnswersWriter {
  #producer: Producer | null = null;
  #waiting: Waiting[] = [];
  #sending: Promise<void> | null = null;

  constructor(
    private readonly kafka: Kafka,
    private readonly log: (line: string) => void,
  ) {}

  /** Resolves once it stands in the partition, or was given up. */
  answer(partition: number, record: JournalRecord): Promise<void> {
    const message = {
      key: record.mint,
      value: encodeJournalRecord(record),
      partition,
      timestamp: String(record.time),
    };
    return this.#add(TOPICS.journal.name, message);
  }

  letter(letter: DeadLetter): Promise<void> {
    return this.#add(TOPICS.deadLetters.name, { value: JSON.stringify(letter), partition: 0 });
  }

  async close(): Promise<void> {
    while (this.#sending) await this.#sending;
    await this.#producer?.disconnect();
  }

  #add(topic: string, message: Message): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ topic, message, done });
      this.#sending ??= this.#sendAll().finally(() => {
        this.#sending = null;
      });
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, SENT_AT_ONCE);
      try {
        await this.#send(batch);
      } catch (error) {
        // A producer that does not know what was written must not go on numbering. What is lost is asked again.
        this.log(`${batch.length} answers are not written: ${messageOf(error)}`);
        await this.#producer?.disconnect().catch(() => undefined);
        this.#producer = null;
      }
      for (const { done } of batch) done();
    }
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    this.#producer ??= await openProducer(this.kafka);
    const topics = new Set(batch.map(({ topic }) => topic));
    await this.#producer.sendBatch({
      compression: CompressionTypes.GZIP,
      topicMessages: [...topics].map((topic) => ({
        topic,
        messages: batch.filter((one) => one.topic === topic).map(({ message }) => message),
      })),
    });
  }
}

/** Idempotent: what is sent again after a broken connection stands once. */
async function openProducer(kafka: Kafka): Promise<Producer> {
  const producer = createProducer(kafka, { idempotent: true, maxInFlightRequests: 1 });
  tellUnanswered(kafka, producer);
  await producer.connect();
  return producer;
}
