/** `node deploy/stores/dist/s3/main.js`: makes the bucket, then exits. */
import { runTasks } from '../task.js';
import { bucket } from './task.js';

await runTasks(bucket);
