/** `node processors/dist/sink/main.js`: moves the journal and the screening events into ClickHouse. */
import { PROCESSORS } from '@cryptonite/contracts/topics';
import { z } from 'zod';
import {
  clickHouseEnvironment,
  kafkaEnvironment,
  metricsEnvironment,
  readEnvironment,
} from '../runtime/environment.js';
import { connectKafka } from '../runtime/kafka.js';
import { announce, openMetrics } from '../runtime/service.js';
import { endOn } from '../runtime/unrecoverable.js';
import { runSink } from './sink.js';
import { connectStore } from './store.js';

const env = readEnvironment('sink', {
  ...kafkaEnvironment,
  ...metricsEnvironment,
  ...clickHouseEnvironment,
  GROUP_ID: z.string().min(1).default('sink'),
  // An insert costs the same for one row as for thousands, and nothing live waits for it.
  FLUSH_AFTER_MS: z.coerce.number().int().min(100).max(60_000).default(5_000),
});

const metrics = await openMetrics('sink', env);
const stop = await runSink({
  kafka: connectKafka('sink', env),
  groupId: env.GROUP_ID,
  topics: PROCESSORS.sink.inputs.map(({ name }) => name),
  store: connectStore(env),
  flushAfterMs: env.FLUSH_AFTER_MS,
  log: (line) => console.log(`sink: ${line}`),
  onFatal: (error) => endOn('sink', error),
});
announce('sink', env.CLICKHOUSE_URL, stop, metrics);
