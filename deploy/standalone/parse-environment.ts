import type { z } from 'zod';

/** @returns the settings, or one line that says what is wrong and what is accepted */
export function parseEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.infer<Schema> | string {
  const { data, error } = schema.safeParse(env);
  if (!error) return data;
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
}
