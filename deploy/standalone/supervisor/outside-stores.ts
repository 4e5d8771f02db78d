import { z } from 'zod';
import { UsageError } from './options.js';

const text = z.string().min(1);
const Environment = z.object({
  KAFKA_BROKERS: z
    .string()
    .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, 'takes host:port, more of them after commas')
    .optional(),
  KAFKA_USERNAME: text.optional(),
  KAFKA_PASSWORD: text.optional(),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http:// or https:// address' })
    // An address is printed; a password is not.
    .refine(
      (url) => !/^https?:\/\/[^/]*@/.test(url),
      'takes no user: CLICKHOUSE_USER and CLICKHOUSE_PASSWORD do',
    )
    .optional(),
  CLICKHOUSE_USER: text.default('default'),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_READER_USER: text.optional(),
  CLICKHOUSE_READER_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: text.default('cryptonite'),
});

export type OutsideStores = {
  /** What each service is told to reach it; null: the start runs its own. */
  kafka: Record<string, string> | null;
  clickhouse: Record<string, string> | null;
  /** What the services that only read are told beside it: a user of their own, where the environment names one. */
  clickhouseReader: Record<string, string>;
};

/** The servers that the environment names. Throws {@link UsageError} where an address cannot be used. */
export function readOutsideStores(env: NodeJS.ProcessEnv): OutsideStores {
  // An empty variable is one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    );
  const { data } = parsed;
  return {
    kafka: data.KAFKA_BROKERS
      ? {
          KAFKA_BROKERS: data.KAFKA_BROKERS,
          ...(data.KAFKA_USERNAME && { KAFKA_USERNAME: data.KAFKA_USERNAME }),
          ...(data.KAFKA_PASSWORD && { KAFKA_PASSWORD: data.KAFKA_PASSWORD }),
        }
      : null,
    clickhouse: data.CLICKHOUSE_URL
      ? {
          CLICKHOUSE_URL: data.CLICKHOUSE_URL,
          CLICKHOUSE_USER: data.CLICKHOUSE_USER,
          CLICKHOUSE_PASSWORD: data.CLICKHOUSE_PASSWORD,
          CLICKHOUSE_DATABASE: data.CLICKHOUSE_DATABASE,
        }
      : null,
    clickhouseReader: data.CLICKHOUSE_READER_USER
      ? {
          CLICKHOUSE_USER: data.CLICKHOUSE_READER_USER,
          CLICKHOUSE_PASSWORD: data.CLICKHOUSE_READER_PASSWORD,
        }
      : {},
  };
}
