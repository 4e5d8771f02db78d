/**
 * `node deploy/stores/dist/main.js`: makes all four stores ready, then exits: topics, tables, accounts, the
 * bucket, and the rights of services in Kafka and ClickHouse. Safe to run again and at every start; docs/operations.md names the variables.
 */
import { migrations, users } from './clickhouse/task.js';
import { rights, topics } from './kafka/task.js';
import { accounts } from './postgres/task.js';
import { bucket } from './s3/task.js';
import { runTasks } from './task.js';

await runTasks(topics, rights, migrations, accounts, bucket, users);
