import { type KafkaAccess, kafkaClientOptions } from '@cryptonite/contracts/kafka-access';
import { mendKafkajs, tellsBrokerAway } from '@cryptonite/contracts/kafkajs';
import type { Outage } from '@cryptonite/contracts/outages';
import { Kafka, logLevel } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

mendKafkajs(RequestQueue);

/**
 * A Kafka client for one service. Retries begin at a few milliseconds: a broker is back soon after a restart.
 * @param outage hears once that the broker cannot be reached; who knows that it is back ends it
 */
export function openKafka(env: KafkaAccess, outage: Outage): Kafka {
  return new Kafka({
    clientId: 'ingest',
    ...kafkaClientOptions(env),
    connectionTimeout: 3_000,
    requestTimeout: 20_000,
    retry: { initialRetryTime: 20, maxRetryTime: 2_000, retries: 8 },
    logLevel: logLevel.ERROR,
    logCreator:
      () =>
      ({ log }) => {
        if (tellsBrokerAway(log.message)) outage.began(Date.now(), log.message);
        else console.error(`kafka: ${log.message}${log.error ? `: ${String(log.error)}` : ''}`);
      },
  });
}
