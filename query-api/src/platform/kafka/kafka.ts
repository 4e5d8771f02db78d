import { kafkaClientOptions } from '@cryptonite/contracts/kafka-access';
import { mendKafkajs } from '@cryptonite/contracts/kafkajs';
import { Kafka, logLevel } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { Config } from '../config/config.js';

mendKafkajs(RequestQueue);

/** @param withinMs how long an answer may take; 30 s unless told otherwise */
export function createKafka(config: Config, withinMs = 30_000): Kafka {
  return new Kafka({
    clientId: 'query-api',
    ...kafkaClientOptions(config),
    connectionTimeout: 1_500,
    authenticationTimeout: Math.min(withinMs, 10_000),
    requestTimeout: withinMs,
    retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 2 },
    // Failures reach the caller, who says them once.
    logLevel: logLevel.NOTHING,
  });
}
