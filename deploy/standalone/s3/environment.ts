import { resolve } from 'node:path';
import { z } from 'zod';
import { parseEnvironment } from '../parse-environment.js';

const text = z.string().min(1);
const schema = z.object({
  DATA_DIR: text.transform((path) => resolve(path)),
  /** 0 takes a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(9000),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text.min(16, 'must have at least 16 characters'),
  /** No object may be larger. S3 itself takes 5 GB in one piece. */
  MAX_OBJECT_BYTES: z.coerce.number().int().positive().default(1_000_000_000),
});

export type Environment = z.infer<typeof schema>;

/** @returns the settings, or one line that says what is wrong and what is accepted */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment | string =>
  parseEnvironment(schema, env);
