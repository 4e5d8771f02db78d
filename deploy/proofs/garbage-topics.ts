/** Records that break every contract, in the topics. */
import { DeadLetter } from '@cryptonite/contracts/events';
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import { BOUNDED_START_MS } from '@cryptonite/market/market-source.js';
import { CompressionTypes, type Kafka } from 'kafkajs';
import { note } from './garbage-table.js';
import { until } from './product.js';
import { streamTopic, type TopicRecord } from './stores.js';

export async function readTopic(kafka: Kafka, topic: string): Promise<TopicRecord[]> {
  const all: TopicRecord[] = [];
  await streamTopic(kafka, topic, (records) => {
    all.push(...records);
  });
  return all;
}

export const readLetters = async (kafka: Kafka): Promise<DeadLetter[]> =>
  (await readTopic(kafka, TOPICS.deadLetters.name)).map(({ value }) =>
    DeadLetter.parse(JSON.parse(value ?? '')),
  );

type Hostile = { what: string; value: string | Buffer | null };

/** Records that nobody but their own writer should have written, each into the partition that it names. */
export async function disturbTopics(kafka: Kafka): Promise<void> {
  const journal = await readTopic(kafka, TOPICS.journal.name);
  const good = journal.find(({ value }) => value?.includes('"TradeExecuted"'))!.value!;
  const changed = (change: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(good), ...change });
  const records: Hostile[] = [
    { what: 'no value', value: null },
    { what: 'no JSON', value: '{"v":1,' },
    { what: 'bytes that are no UTF-8', value: Buffer.of(0xff, 0xfe, 0x00) },
    { what: 'a number', value: '7' },
    { what: 'null', value: 'null' },
    { what: 'facts that are null', value: changed({ facts: [null] }) },
    { what: 'no facts', value: changed({ facts: [] }) },
    { what: 'a field missing', value: changed({ source: undefined }) },
    { what: 'a future version', value: changed({ v: 2 }) },
    { what: 'an unknown kind', value: changed({ facts: [{ kind: 'Unheard', id: 'x' }] }) },
    { what: 'a negative slot', value: changed({ slot: -1 }) },
    { what: 'a time that is text', value: changed({ time: 'now' }) },
    { what: 'a negative amount', value: good.replace(/"tokenAmount":"\d+"/, '"tokenAmount":"-5"') },
    {
      what: 'an amount of 2^64',
      value: good.replace(/"tokenAmount":"\d+"/, '"tokenAmount":"18446744073709551616"'),
    },
    { what: 'nested 50,000 deep', value: '['.repeat(50_000) },
    { what: '900 kB', value: changed({ source: { kind: 'tape', name: 'x'.repeat(900_000) } }) },
    { what: '32 MB, compressed', value: `"${'x'.repeat(32 << 20)}"` },
  ];
  const producer = createProducer(kafka, { allowAutoTopicCreation: false });
  await producer.connect();
  const sent: { what: string; topic: string; origin: string }[] = [];
  for (const topic of [TOPICS.journal.name, TOPICS.screening.name])
    for (const [i, { what, value }] of records.entries()) {
      const partition = i % 4;
      const messages = [{ key: 'hostile', value, partition, timestamp: String(BOUNDED_START_MS) }];
      const [ack] = await producer.send({ topic, messages, compression: CompressionTypes.GZIP });
      sent.push({ what, topic, origin: `${topic}/${partition}/${ack?.baseOffset}` });
    }
  await producer.disconnect();
  const expected = sent.flatMap((each) =>
    (each.topic === TOPICS.journal.name ? ['screener', 'sink'] : ['sink']).map((service) => ({
      ...each,
      service,
    })),
  );
  const missing = async () => {
    const found = new Set((await readLetters(kafka)).map(({ service, origin }) => `${service} ${origin}`));
    return expected.filter(({ service, origin }) => !found.has(`${service} ${origin}`));
  };
  await until('every record is a dead letter', async () =>
    (await missing()).length === 0 ? true : null,
  ).catch(() => null);
  const lost = await missing();
  for (const { what, value } of records) {
    const without = lost
      .filter((each) => each.what === what)
      .map(({ service, topic }) => `${service} of ${topic}`);
    const size = value === null ? 0 : Buffer.byteLength(value);
    note(
      `a record: ${what} (${size} bytes)`,
      'a dead letter of each reader',
      without.length === 0 ? 'as expected' : `none of ${without.join()}`,
      without.length === 0,
    );
  }
}
