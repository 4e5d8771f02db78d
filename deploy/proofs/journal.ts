/** A journal read by its facts, and copied. */
import { decodeJournalRecord, type Fact, type JournalRecord } from '@cryptonite/contracts/events';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka } from 'kafkajs';
import { streamTopic, type TopicRecord } from './stores.js';
import { STRAY } from './strays.js';

const COPIED_AT_ONCE = 300;

/** Writes a journal into another broker as it stands, every record at its own offset; `onFirst` before the first one. */
export async function copyJournal(from: Kafka, to: Kafka, onFirst?: () => void): Promise<number> {
  const producer = createProducer(to, { idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  let copied = 0;
  await streamTopic(from, TOPICS.journal.name, async (batch) => {
    if (copied === 0) onFirst?.();
    // A request stays well below the largest message that a broker accepts.
    for (let at = 0; at < batch.length; at += COPIED_AT_ONCE) {
      const records = batch.slice(at, at + COPIED_AT_ONCE);
      await producer.send({
        topic: TOPICS.journal.name,
        acks: -1,
        compression: CompressionTypes.GZIP,
        messages: records.map(({ offset: _, ...record }) => record),
      });
      copied += records.length;
    }
  });
  await producer.disconnect();
  return copied;
}

/**
 * The events of a journal: facts that transactions state, each id once. Those about slots and prices are not counted:
 * they stand in every partition.
 */
export async function countEvents(kafka: Kafka): Promise<number> {
  const ids = new Set<string>();
  await streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const { value } of batch) {
      const { signature, facts } = decodeJournalRecord(value ?? '');
      if (signature !== null) for (const { id } of facts) ids.add(id);
    }
  });
  return ids.size;
}

/** Hands on each fact of the journal with a text of its partition, all of its record beside other facts, and itself. */
export const eachFact = (
  kafka: Kafka,
  use: (fact: Fact, text: string, record: JournalRecord, where: TopicRecord) => void,
): Promise<void> =>
  streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const where of batch) {
      if (where.value === STRAY) continue;
      const record = decodeJournalRecord(where.value ?? '');
      for (const fact of record.facts) {
        const payload = JSON.stringify({ ...record, facts: [fact] }, (_, field) =>
          typeof field === 'bigint' ? `${field}` : field,
        );
        use(fact, `${where.partition} ${payload}`, record, where);
      }
    }
  });
