import { kafkaVariables } from '@cryptonite/contracts/kafka-access';
import { z } from 'zod';
import { UsageError } from './options.js';

const text = z.string().min(1);
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'takes a postgres:// address', abort: true })
  .refine((url) => new URL(url).pathname.length > 1, 'takes an address that ends in the name of a database')
  .optional();
const isPort = (port: number) => port >= 1 && port <= 65_535;
const Environment = z.object({
  KAFKA_BROKERS: z
    .string()
    .regex(/^[^\s,:]+:\d+(,[^\s,:]+:\d+)*$/, {
      error: 'takes host:port, more of them after commas',
      abort: true,
    })
    .refine(
      (text) => text.split(',').every((broker) => isPort(Number(broker.split(':').at(-1)))),
      'takes host:port with ports from 1 to 65535',
    )
    .optional(),
  KAFKA_USERNAME: text.optional(),
  KAFKA_PASSWORD: text.optional(),
  KAFKA_SASL: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'takes plain, scram-sha-256 or scram-sha-512')
    .optional(),
  KAFKA_CA: kafkaVariables.KAFKA_CA,
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'takes an http:// or https:// address', abort: true })
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
  POSTGRES_URL: postgresUrl,
  POSTGRES_API_URL: postgresUrl,
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'takes an http:// or https:// address', abort: true })
    .refine(
      (url) => new URL(url).origin === url.replace(/\/$/, ''),
      'takes an address without a user and a path',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: text.default('cryptonite'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
});
const Stores = Environment.refine(
  ({ KAFKA_BROKERS, KAFKA_USERNAME, KAFKA_PASSWORD }) =>
    KAFKA_BROKERS === undefined || (KAFKA_USERNAME === undefined) === (KAFKA_PASSWORD === undefined),
  { path: ['KAFKA_USERNAME'], error: 'and KAFKA_PASSWORD go together' },
).refine(
  ({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
    S3_ENDPOINT === undefined || (S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined),
  { path: ['S3_ENDPOINT'], error: 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY' },
);

export type OutsideStores = {
  /** What each service is told to reach it; null: the start runs its own. */
  kafka: Record<string, string> | null;
  clickhouse: Record<string, string> | null;
  /** What the services that only read are told beside it: a user of their own, where the environment names one. */
  clickhouseReader: Record<string, string>;
  /** Of who owns the tables there, and of query-api. */
  postgres: { POSTGRES_URL: string; POSTGRES_API_URL: string } | null;
  s3: Record<string, string> | null;
};

/** The servers that the environment names. Throws {@link UsageError} where an address cannot be used. */
export function readOutsideStores(env: NodeJS.ProcessEnv): OutsideStores {
  // An empty variable is one that is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Stores.safeParse(set);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
    );
  const { data } = parsed;
  return {
    kafka: data.KAFKA_BROKERS
      ? {
          KAFKA_BROKERS: data.KAFKA_BROKERS,
          ...(data.KAFKA_USERNAME && { KAFKA_USERNAME: data.KAFKA_USERNAME }),
          ...(data.KAFKA_PASSWORD && { KAFKA_PASSWORD: data.KAFKA_PASSWORD }),
          ...(data.KAFKA_SASL && { KAFKA_SASL: data.KAFKA_SASL }),
          ...(data.KAFKA_CA && { KAFKA_CA: data.KAFKA_CA }),
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
    postgres: data.POSTGRES_URL
      ? {
          POSTGRES_URL: data.POSTGRES_URL,
          POSTGRES_API_URL: data.POSTGRES_API_URL ?? data.POSTGRES_URL,
        }
      : null,
    s3: data.S3_ENDPOINT
      ? {
          S3_ENDPOINT: data.S3_ENDPOINT,
          S3_REGION: data.S3_REGION,
          S3_BUCKET: data.S3_BUCKET,
          S3_ACCESS_KEY_ID: data.S3_ACCESS_KEY_ID ?? '',
          S3_SECRET_ACCESS_KEY: data.S3_SECRET_ACCESS_KEY ?? '',
        }
      : null,
  };
}
