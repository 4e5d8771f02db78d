/** `node deploy/stores/dist/postgres/main.js`: brings the database up to date, then exits. */
import { runTasks } from '../task.js';
import { accounts } from './task.js';

await runTasks(accounts);
