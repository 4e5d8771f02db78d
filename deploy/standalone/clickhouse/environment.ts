import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ANALYST_STATEMENTS } from '@cryptonite/stores/clickhouse/analyst-limits.js';
import { z } from 'zod';
import { parseEnvironment } from '../parse-environment.js';

/** Analysts' statements have sessions of their own, so that they never hold up the product's. */
export const READ_ONLY_SESSIONS = ANALYST_STATEMENTS;

const port = z.coerce.number().int().min(0).max(65_535);
const secret = z.string().min(1);

const schema = z
  .object({
    // The engine reads a file name with these characters as a pattern, and it reads bodies from files there.
    DATA_DIR: z
      .string()
      .min(1)
      .regex(/^[^*?{}[\]]*$/, 'must not contain any of * ? { } [ ]')
      .transform((path) => resolve(path)),
    PORT: port.default(8123),
    POOL_SIZE: z.coerce.number().int().min(1).max(32).default(Math.max(4, availableParallelism())),
    CLICKHOUSE_USER: secret,
    CLICKHOUSE_PASSWORD: secret,
    // A user of the same port who changes nothing.
    CLICKHOUSE_READER_USER: secret.optional(),
    CLICKHOUSE_READER_PASSWORD: secret.optional(),
    READONLY_PORT: port.optional(),
    READONLY_USER: secret.optional(),
    READONLY_PASSWORD: secret.optional(),
  })
  .refine((env) => env.READONLY_PORT === undefined || (env.READONLY_USER && env.READONLY_PASSWORD), {
    message: 'READONLY_PORT needs READONLY_USER and READONLY_PASSWORD',
  })
  .refine(
    (env) => (env.CLICKHOUSE_READER_USER === undefined) === (env.CLICKHOUSE_READER_PASSWORD === undefined),
    { message: 'CLICKHOUSE_READER_USER and CLICKHOUSE_READER_PASSWORD go together' },
  )
  .refine((env) => env.CLICKHOUSE_READER_USER !== env.CLICKHOUSE_USER, {
    message: 'CLICKHOUSE_READER_USER must be another than CLICKHOUSE_USER',
  });

export type Environment = z.infer<typeof schema>;

/** @returns the settings, or one line that says what is wrong and what is accepted */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment | string =>
  parseEnvironment(schema, env);
