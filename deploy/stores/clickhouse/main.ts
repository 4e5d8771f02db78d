/** `node deploy/stores/dist/clickhouse/main.js`: brings the tables up to date, then exits. */
import { runTasks } from '../task.js';
import { migrations } from './task.js';

await runTasks(migrations);
