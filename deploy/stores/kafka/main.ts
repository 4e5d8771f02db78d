/** `node deploy/stores/dist/kafka/main.js`: makes the topics, then exits. */
import { runTasks } from '../task.js';
import { topics } from './task.js';

await runTasks(topics);
