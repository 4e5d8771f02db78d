/** How a service speaks to Kafka. */
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import { type KafkaAccess, kafkaClientOptions } from '@cryptonite/contracts/kafka-access';
import { mendKafkajs, tellsBrokerAway } from '@cryptonite/contracts/kafkajs';
import { Outage } from '@cryptonite/contracts/outages';
import kafkajs, { CompressionTypes, type Consumer, Kafka, logLevel, type Producer } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { Unrecoverable } from './unrecoverable.js';

mendKafkajs(RequestQueue);

const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

/** A third of the processor time of kafkajs' own level, 6, for a few percent more bytes. */
const GZIP_LEVEL = 2;
kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
  compress: ({ buffer }: { buffer: Buffer }) => compress(buffer, { level: GZIP_LEVEL }),
  decompress,
});

const outages = new WeakMap<Kafka, Outage>();

/**
 * A client that waits for a broker that is restarting, and says when it went; `clientId` names the service, in the
 * broker's logs and here.
 */
export function connectKafka(clientId: string, env: KafkaAccess): Kafka {
  const outage = new Outage('Kafka', (line) => console.log(`${clientId}: ${line}`));
  const kafka = new Kafka({
    clientId,
    ...kafkaClientOptions(env),
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log: { message } }) => {
        if (tellsBrokerAway(message)) outage.began(Date.now(), message);
      },
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000 },
  });
  outages.set(kafka, outage);
  return kafka;
}

/** As {@link tellOutages}, of a producer: while a transaction waits, its consumer asks nothing. */
export function tellUnanswered(kafka: Kafka, producer: Producer): void {
  producer.on(producer.events.REQUEST_TIMEOUT, ({ payload: { sentAt, apiName, broker } }) =>
    outages.get(kafka)?.began(sentAt, `${broker} does not answer ${apiName}`),
  );
}

/**
 * A broker that is frozen refuses no connection: it leaves requests of this consumer without an answer. One that answers
 * a fetch is back.
 */
export function tellOutages(kafka: Kafka, consumer: Consumer): void {
  const outage = outages.get(kafka);
  if (!outage) return;
  consumer.on(consumer.events.REQUEST_TIMEOUT, ({ payload: { sentAt, apiName, broker } }) =>
    outage.began(sentAt, `${broker} does not answer ${apiName}`),
  );
  consumer.on(consumer.events.FETCH, () => outage.ended(Date.now()));
}

/**
 * After a process died, its partitions wait for its session to end before another has them: the shortest session that
 * Kafka's brokers accept.
 */
export const MEMBERSHIP = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 15_000,
  heartbeatInterval: 1_500,
} as const;

/** Tells the group that we are there, until the returned function is called. */
export function keepBeating(heartbeat: () => Promise<void>): () => void {
  const beat = setInterval(() => void heartbeat().catch(() => undefined), MEMBERSHIP.heartbeatInterval);
  return () => clearInterval(beat);
}

/**
 * Reports that the consumer cannot go on: kafkajs starts it no more, and it would never read again; or records left their
 * topic before they were read, which kafkajs answers by committing the topic's start in our place and reading on.
 */
export function onConsumerEnd(consumer: Consumer, report: (error: Error) => void): void {
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) report(new Error(`the consumer has ended: ${payload.error.message}`));
  });
  consumer.on(consumer.events.REQUEST, ({ payload }) => {
    // Nothing else commits by the consumer: places are committed in transactions.
    if (payload.apiName === 'OffsetCommit')
      report(new Unrecoverable('records left their topic before they were read: what is stored has a hole'));
  });
}

/** Errors of the consumer group, which the consumer must see to join again. */
export const isGroupError = (error: unknown): boolean =>
  error instanceof Error &&
  'type' in error &&
  ['REBALANCE_IN_PROGRESS', 'NOT_COORDINATOR_FOR_GROUP', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'].includes(
    String(error.type),
  );
