import { resolve } from 'node:path';
import { z } from 'zod';
import { parseEnvironment } from '../parse-environment.js';

const text = z.string().min(1);
const schema = z.object({
  DATA_DIR: text.transform((path) => resolve(path)),
  /** Postgres itself knows no "any free one". */
  PORT: z.coerce.number().int().min(1).max(65_535).default(5432),
  /** Who may do everything. Made with the data folder, and the password with them. */
  POSTGRES_USER: text,
  POSTGRES_PASSWORD: text.regex(/^[^\r\n]+$/, 'must be one line'),
});

export type Environment = z.infer<typeof schema>;

/** @returns the settings, or one line that says what is wrong and what is accepted */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment | string =>
  parseEnvironment(schema, env);
