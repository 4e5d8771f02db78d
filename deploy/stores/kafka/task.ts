import { kafkaClientOptions, kafkaVariables } from '@cryptonite/contracts/kafka-access';
import { mendKafkajs } from '@cryptonite/contracts/kafkajs';
import { Kafka, logLevel } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { z } from 'zod';
import { defineTask } from '../task.js';
import { ensureRights } from './rights.js';
import { ensureTopics } from './topics.js';

mendKafkajs(RequestQueue);

const environment = z.object({
  ...kafkaVariables,
  TOPIC_PARTITIONS: z.coerce.number().int().min(1).max(1000).default(4),
  TOPIC_REPLICATION: z.coerce.number().int().min(1).max(9).default(1),
  /** Bytes of history in Kafka, over all topics; unset keeps everything. */
  KAFKA_HISTORY_BYTES: z.coerce.number().int().positive().optional(),
});

/** Makes the topics. */
export const topics = defineTask('topics', environment, async (env) => {
  const history = env.KAFKA_HISTORY_BYTES;
  await ensureTopics(
    new Kafka({ clientId: 'topics', ...kafkaClientOptions(env), logLevel: logLevel.ERROR }),
    {
      partitions: env.TOPIC_PARTITIONS,
      replicationFactor: env.TOPIC_REPLICATION,
      // The journal is what everything else can be made from again, so it gets the larger part.
      retentionBytes: history
        ? {
            'tokens.journal': Math.floor(history * 0.6),
            'screening.tokens': Math.floor(history * 0.33),
            'screener.evicted': Math.floor(history * 0.02),
            'dead-letters': Math.floor(history * 0.05),
          }
        : null,
    },
  );
  return ['ready'];
});

const access = z.object(kafkaVariables);

/** Gives the user of each service its rights in Kafka, and takes away what it had besides. */
export const rights = defineTask('rights', access, async (env) => [
  await ensureRights(new Kafka({ clientId: 'rights', ...kafkaClientOptions(env), logLevel: logLevel.ERROR })),
]);
