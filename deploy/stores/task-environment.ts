import type { z } from 'zod';

/** Reads the environment of a task; a wrong value ends the process with one line that names the task, and status 2. */
export function readTaskEnvironment<Schema extends z.ZodType>(task: string, schema: Schema): z.infer<Schema> {
  const { data, error } = schema.safeParse(process.env);
  if (!error) return data;
  console.error(
    `${task}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
  );
  process.exit(2);
}
