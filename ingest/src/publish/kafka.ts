import { createRequire } from 'node:module';
import { mendKafkajs } from '@cryptonite/contracts/kafkajs';
import { Kafka, logLevel } from 'kafkajs';

mendKafkajs(createRequire(import.meta.url));

export type KafkaAddress = { brokers: string[]; username: string | undefined; password: string | undefined };

/** A Kafka client for one service. Retries begin at a few milliseconds: a broker is back soon after a restart. */
export function openKafka({ brokers, username, password }: KafkaAddress): Kafka {
  return new Kafka({
    clientId: 'ingest',
    brokers,
    ...(username !== undefined && password !== undefined
      ? { sasl: { mechanism: 'plain' as const, username, password } }
      : {}),
    connectionTimeout: 3_000,
    requestTimeout: 20_000,
    retry: { initialRetryTime: 20, maxRetryTime: 2_000, retries: 8 },
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log }) => {
        console.error(`kafka: ${log.message}${log.error ? `: ${String(log.error)}` : ''}`);
      },
  });
}
