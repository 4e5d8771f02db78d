/** `node processors/dist/screener/main.js`: folds the journal into screening events. */
import { TOPICS } from '@cryptonite/contracts/topics';
import { openTraces } from '@cryptonite/contracts/traces';
import { z } from 'zod';
import {
  clickHouseEnvironment,
  kafkaEnvironment,
  metricsEnvironment,
  readEnvironment,
  tracesEnvironment,
} from '../runtime/environment.js';
import { connectEvictedStates } from '../runtime/evicted-states.js';
import { connectKafka } from '../runtime/kafka.js';
import { runFold } from '../runtime/run-fold.js';
import { announce, openMetrics } from '../runtime/service.js';
import { endOn } from '../runtime/unrecoverable.js';
import { openScreenerFold } from './screener-fold.js';

const env = readEnvironment('screener', {
  ...kafkaEnvironment,
  ...metricsEnvironment,
  ...tracesEnvironment,
  ...clickHouseEnvironment,
  GROUP_ID: z.string().min(1).default('screener'),
  SNAPSHOT_DIR: z.string().min(1).optional(),
});

const metrics = await openMetrics('screener', env);
const traces = await openTraces('screener', env);
const stop = await runFold({
  kafka: connectKafka('screener', env),
  groupId: env.GROUP_ID,
  inputTopic: TOPICS.journal.name,
  stateTopic: TOPICS.screenerState.name,
  openFold: openScreenerFold,
  evictedStates: connectEvictedStates(env),
  snapshotDir: env.SNAPSHOT_DIR ?? null,
  traces,
  log: (line) => console.log(`screener: ${line}`),
  onFatal: (error) => endOn('screener', error),
});
const end = async () => {
  await stop();
  await traces?.close();
};
announce('screener', env.KAFKA_BROKERS, end, metrics);
