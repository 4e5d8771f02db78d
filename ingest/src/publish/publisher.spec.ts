import {
  DeadLetter,
  decodeJournalRecord,
  type JournalRecord,
  LayoutDrift,
  layoutDriftSamples,
} from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy, totalOf } from '@cryptonite/contracts/metrics-testing';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka, ProducerBatch, ProducerRecord, RecordMetadata } from 'kafkajs';
import { expect, it } from 'vitest';
import { Publisher } from './publisher.js';
import { gapDetected, streamRecord } from './slot-facts.js';

/** What a broker takes in one batch of a partition, unless told otherwise (`message.max.bytes`). */
const BROKER_LIMIT = 1_048_588;
const REASON = 'x'.repeat(500);
const source = { kind: 'tape' as const, name: 'test' };

/** A record of some 700 bytes a fact. */
const recordOf = (slot: number, facts: number): JournalRecord =>
  streamRecord(
    slot,
    1_000,
    source,
    Array.from({ length: facts }, (_, i) =>
      gapDetected(slot + i, 1_000, { afterSlot: slot - 1, durationMs: null, cause: 'missing' }, REASON),
    ),
  );

/** A broker of two partitions that keeps what it is sent, reads nothing back, and fails as often as `failures` says. */
async function startPublisher(failures = 0) {
  const batches: ProducerBatch[] = [];
  let left = failures;
  let isForgetting = false;
  const forgetOnce = () => {
    isForgetting = true;
  };
  const failOnce = () => {
    left = 1;
  };
  const nothing = async () => {};
  const said: string[] = [];
  let leaveUnanswered = (_sentAt: number) => {};
  const kafka = {
    producer: () => ({
      events: { REQUEST_TIMEOUT: 'producer.network.request_timeout' },
      on: (_event: string, listen: (event: { payload: Record<string, unknown> }) => void) => {
        leaveUnanswered = (sentAt) => listen({ payload: { sentAt, apiName: 'Produce', broker: 'one:9092' } });
      },
      connect: nothing,
      disconnect: nothing,
      send: async ({ topic, messages, ...options }: ProducerRecord): Promise<RecordMetadata[]> => {
        if (left-- > 0) throw new Error('away');
        if (isForgetting) {
          isForgetting = false;
          return [];
        }
        batches.push({ ...options, topicMessages: [{ topic, messages }] });
        return [{ topicName: topic, partition: messages[0]!.partition!, errorCode: 0 }];
      },
    }),
    admin: () => ({
      connect: nothing,
      disconnect: nothing,
      fetchTopicOffsets: async () => [0, 1].map((partition) => ({ partition, low: '0', high: '0' })),
    }),
  } as unknown as Kafka;
  const publisher = new Publisher(kafka, (line) => said.push(line));
  await publisher.start();
  return {
    publisher,
    batches,
    failOnce,
    forgetOnce,
    said,
    leaveUnanswered: (sentAt: number) => leaveUnanswered(sentAt),
  };
}

const messagesOf = (batches: readonly ProducerBatch[], topic: string) =>
  batches.flatMap(({ topicMessages }) =>
    (topicMessages ?? []).filter((each) => each.topic === topic).flatMap(({ messages }) => messages),
  );
const slotsOf = (batches: readonly ProducerBatch[], partition: number) =>
  messagesOf(batches, TOPICS.journal.name)
    .filter((message) => message.partition === partition)
    .map(({ value }) => decodeJournalRecord(String(value)).slot);
const lettersOf = (batches: readonly ProducerBatch[]) =>
  messagesOf(batches, TOPICS.deadLetters.name).map(({ value }) =>
    DeadLetter.parse(JSON.parse(String(value))),
  );

/** The largest share of one partition in one batch, keys and headers counted. */
const largestOf = (batches: readonly ProducerBatch[], topic: string): number =>
  Math.max(
    ...batches.flatMap((batch) => {
      const bytes = new Map<number, number>();
      for (const { partition = 0, key, value, headers } of messagesOf([batch], topic)) {
        const own = Buffer.byteLength(`${key}${value}${JSON.stringify(headers)}`);
        bytes.set(partition, (bytes.get(partition) ?? 0) + own);
      }
      return [...bytes.values()];
    }),
  );

it('no batch is more than a broker takes of a partition, and records keep their order', async () => {
  const { publisher, batches } = await startPublisher();
  const slots = Array.from({ length: 10 }, (_, i) => 1_000 + i);
  for (const slot of slots)
    for (const partition of [0, 1]) publisher.publish(partition, recordOf(slot, 300), 0);
  await publisher.flush();
  expect(largestOf(batches, TOPICS.journal.name)).toBeLessThan(BROKER_LIMIT);
  expect([slotsOf(batches, 0), slotsOf(batches, 1)]).toEqual([slots, slots]);
  expect(publisher.backlog).toBe(0);
});

it('a record too long for a batch is a dead letter, and the others go on', async () => {
  const { publisher, batches } = await startPublisher();
  publisher.publish(0, recordOf(1_000, 1), 0);
  publisher.publish(0, recordOf(2_000, 2_000), 0);
  publisher.publish(0, recordOf(3_000, 1), 0);
  await publisher.flush();
  expect(slotsOf(batches, 0)).toEqual([1_000, 3_000]);
  const [letter, ...others] = lettersOf(batches);
  expect(letter).toMatchObject({
    origin: '2000/slot/',
    reason: expect.stringMatching(/more than the 900000/),
  });
  expect(others).toEqual([]);
});

it('a record too long for a batch is one dead letter, however often the broker fails', async () => {
  const { publisher, batches } = await startPublisher(3);
  for (const [slot, facts] of [
    [1_000, 1],
    [2_000, 2_000],
    [3_000, 1],
  ] as const)
    publisher.publish(0, recordOf(slot, facts), 0);
  await publisher.flush();
  expect(slotsOf(batches, 0)).toEqual([1_000, 3_000]);
  expect(lettersOf(batches)).toHaveLength(1);
});

it.each([0, 2])('a count goes out with its slot, the newest only, after %i failures', async (failures) => {
  const { publisher, batches } = await startPublisher(failures);
  const drift = LayoutDrift.parse(layoutDriftSamples[0]);
  publisher.publish(0, recordOf(1_000, 1), 0);
  publisher.publishDrift(drift);
  publisher.publishDrift({ ...drift, lastSlot: 1_000 });
  await publisher.flush();
  expect(batches.flatMap(({ topicMessages }) => topicMessages?.map(({ topic }) => topic))).toEqual([
    TOPICS.journal.name,
    TOPICS.layoutDrift.name,
  ]);
  expect(messagesOf(batches, TOPICS.layoutDrift.name)).toEqual([
    {
      key: 'pumpswap/67f4521f2cf57777',
      value: JSON.stringify({ ...drift, lastSlot: 1_000 }),
      partition: 0,
    },
  ]);
  expect(slotsOf(batches, 0)).toEqual([1_000]);
});

it('dead letters are cut, and sent in batches that a broker takes', async () => {
  const { publisher, batches } = await startPublisher();
  for (let i = 0; i < 12; i++) publisher.publishDeadLetter('damage', `${i}`, new Uint8Array(300_000));
  publisher.publishDeadLetter('damage', '12', new Uint8Array(3));
  expect(publisher.backlog).toBe(1_300);
  await publisher.flush();
  expect(largestOf(batches, TOPICS.deadLetters.name)).toBeLessThan(BROKER_LIMIT);
  const letters = lettersOf(batches);
  expect(letters.map(({ origin }) => Number(origin))).toEqual(Array.from({ length: 13 }, (_, i) => i));
  expect(letters.map(({ isCut }) => isCut)).toEqual(Array.from({ length: 13 }, (_, i) => i < 12));
});

it('what a send did not bring to the journal is sent again, once', async () => {
  const { publisher, batches } = await startPublisher(1);
  for (const slot of [1_000, 1_001]) publisher.publish(1, recordOf(slot, 1), 0);
  await publisher.flush();
  publisher.publish(1, recordOf(1_001, 1), 0);
  await publisher.flush();
  expect(slotsOf(batches, 1)).toEqual([1_000, 1_001]);
});

it('what kafkajs forgot to send, and says nothing of, is sent again', async () => {
  const { publisher, batches, forgetOnce, said } = await startPublisher();
  forgetOnce();
  for (const partition of [0, 1]) publisher.publish(partition, recordOf(1_000, 1), 0);
  await publisher.flush();
  expect(slotsOf(batches, 0)).toEqual([1_000]);
  expect(slotsOf(batches, 1)).toContain(1_000);
  expect(said).toContainEqual(
    expect.stringContaining('kafkajs does not say that tokens.journal/0 is written'),
  );
});

it('what was written long before a failed send is not written again, though that is not read back', async () => {
  const { publisher, batches, failOnce } = await startPublisher();
  publisher.publish(0, recordOf(1_000, 1), 0);
  await publisher.flush();
  failOnce();
  publisher.publish(0, recordOf(1_200, 1), 0);
  await publisher.flush();
  publisher.publish(0, recordOf(1_000, 1), 0);
  publisher.publish(0, recordOf(1_200, 1), 0);
  await publisher.flush();
  expect(slotsOf(batches, 0)).toEqual([1_000, 1_200]);
});

it('tells of a broker that leaves requests unanswered from when the first was sent, though the send succeeds at last', async () => {
  const { publisher, said, leaveUnanswered } = await startPublisher();
  const sentAt = Date.UTC(2026, 9, 8, 14, 10);
  leaveUnanswered(sentAt);
  leaveUnanswered(sentAt + 20_000);
  expect(said).toEqual(['Kafka is away since 2026-10-08T14:10:00.000Z: one:9092 does not answer Produce']);
  publisher.publish(0, recordOf(1, 1), 0);
  await publisher.flush();
  expect(said[1]).toMatch(/^Kafka is back: it was away from 2026-10-08T14:10:00.000Z to /);
});

it('sends, dead letters and what waits are counted', async () => {
  const { ingest_publish_seconds, ingest_dead_letters_total, ingest_backlog_records } = metricsOf('ingest');
  const { publisher } = await startPublisher();
  const moved = await movedBy({ ingest_publish_seconds, ingest_dead_letters_total }, async () => {
    publisher.publish(0, recordOf(1_000, 1), 0);
    publisher.publish(1, recordOf(1_001, 1), 0);
    publisher.publishDeadLetter('damage', 'here', new Uint8Array(3));
    expect(await totalOf(ingest_backlog_records)).toBe(2);
    await publisher.flush();
  });
  expect(moved).toEqual({ ingest_publish_seconds: 1, ingest_dead_letters_total: 1 });
  expect(await totalOf(ingest_backlog_records)).toBe(0);
});
