import { Kafka, logLevel } from 'kafkajs';
import type { Config } from '../config/config.js';

export function createKafka(config: Config): Kafka {
  return new Kafka({
    clientId: 'query-api',
    brokers: config.KAFKA_BROKERS.split(','),
    connectionTimeout: 1_500,
    retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 2 },
    // Failures reach the caller, who says them once.
    logLevel: logLevel.NOTHING,
    ...(config.KAFKA_USERNAME && {
      sasl: { mechanism: 'plain', username: config.KAFKA_USERNAME, password: config.KAFKA_PASSWORD ?? '' },
    }),
  });
}
