import { takeFiles } from '@cryptonite/contracts/environment';
import type { z } from 'zod';

/** Reads the environment of a task; a wrong value ends the process with one line that names the task, and status 2. */
export function readTaskEnvironment<Schema extends z.ZodType>(task: string, schema: Schema): z.infer<Schema> {
  try {
    const { data, error } = schema.safeParse(takeFiles(process.env));
    if (!error) return data;
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
  } catch (error) {
    console.error(`${task}: ${(error as Error).message}`);
    process.exit(2);
  }
}
