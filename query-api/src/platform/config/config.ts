import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ENRICHED_BY } from '@cryptonite/contracts/api';
import { takeFiles } from '@cryptonite/contracts/environment';
import { kafkaVariables } from '@cryptonite/contracts/kafka-access';
import { isLoopback } from '@cryptonite/contracts/loopback';
import { metricsVariables } from '@cryptonite/contracts/metrics';
import { ServerOrigin, SiteSettings } from '@cryptonite/contracts/site-settings';
import type { PROCESSORS } from '@cryptonite/contracts/topics';
import { tracesVariables } from '@cryptonite/contracts/traces';
import { z } from 'zod';

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Neither dots in a row nor an address. */
const BUCKET = /^(?!.*\.\.)(?!\d+(\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    /** 0 takes a free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    ...kafkaVariables,
    ...metricsVariables,
    ...tracesVariables,
    /** The consumer groups of the processors: what each has as its GROUP_ID. */
    SCREENER_GROUP_ID: z.string().default('screener'),
    SINK_GROUP_ID: z.string().default('sink'),
    CLICKHOUSE_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
    CLICKHOUSE_USER: z.string().optional(),
    CLICKHOUSE_PASSWORD: z.string().optional(),
    CLICKHOUSE_DATABASE: z.string().default('cryptonite'),
    /** The built web app's folder. Without it only the API is served. */
    WEB_DIST: z
      .string()
      .refine((folder) => isFile(join(folder, 'index.html')), 'must be a folder that holds index.html')
      .optional(),
    /** Of one address on the long run, pictures apart; four seconds' worth at once. */
    REQUESTS_PER_SECOND: z.coerce.number().int().positive().default(50),
    /** Commands of one address, and of one wallet that is signed in: on the long run, and at once. */
    COMMANDS_PER_MINUTE: z.coerce.number().int().positive().default(60),
    WALLET_COMMANDS_PER_MINUTE: z.coerce.number().int().positive().default(30),
    /** Open streams: of all callers together, and of one. */
    STREAMS_MAX: z.coerce.number().int().positive().default(1_000),
    STREAMS_PER_CALLER: z.coerce.number().int().positive().default(20),
    /** Ways to ask for a stream, beside the page's, that one caller was the first to ask in: each is told of every change. */
    STREAM_GROUPS_PER_CALLER: z.coerce.number().int().positive().default(2),
    /** Where enrichers keep pictures. Without it there are none. */
    PICTURES_DIR: z.string().optional(),
    /** What the fit of patterns wrote, or will. Without it patterns have no history. */
    PATTERN_HISTORY: z.string().optional(),
    /** What enrichers ask the outside about: names of {@link ENRICHED_BY}, separated by commas. */
    ENRICHED_BY: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter((name) => name !== ''))
      .pipe(z.array(z.enum(ENRICHED_BY, `must be some of ${ENRICHED_BY.join(',')}`))),
    /** The file system whose free space health watches, and how much of it must stay free. */
    DISK_GUARD_PATH: z.string().optional(),
    MIN_FREE_BYTES: z.coerce.number().int().positive().optional(),
    /** Where stores on that file system keep their data, and what bounds them: `[{"name","path","limitBytes"}]`. */
    DISK_STORES: z
      .string()
      .transform((text, context) => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', input: text, message: 'must be JSON' });
          return z.NEVER;
        }
      })
      .pipe(
        z.array(
          z.object({ name: z.string(), path: z.string(), limitBytes: z.number().positive().nullable() }),
          'must be a list of {"name","path","limitBytes"}',
        ),
      )
      .optional(),
    /** Accounts and sessions. Without it nobody can sign in, and the scanner goes on. */
    POSTGRES_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'takes a postgres:// address', abort: true })
      .refine(
        (url) => new URL(url).pathname.length > 1,
        'takes an address that ends in the name of a database',
      )
      .optional(),
    /** The app's files. Without it there are none. */
    S3_ENDPOINT: ServerOrigin.optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z
      .string()
      .regex(BUCKET, 'takes the name of a bucket: 3 to 63 of a–z, 0–9, dot and dash')
      .default('cryptonite'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Who may write uploads and do nothing else; without them the one above writes these too. */
    S3_UPLOAD_ACCESS_KEY_ID: z.string().optional(),
    S3_UPLOAD_SECRET_ACCESS_KEY: z.string().optional(),
    ...SiteSettings.shape,
    /** How those are called who answer at `SOLANA_RPC_URL`, where it is not the chain itself. */
    SOLANA_RPC_FROM: z.string().max(40).optional(),
  })
  .refine(
    ({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) =>
      S3_ENDPOINT === undefined || (S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined),
    { path: ['S3_ENDPOINT'], error: 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY' },
  )
  .refine(
    (env) => (env.S3_UPLOAD_ACCESS_KEY_ID === undefined) === (env.S3_UPLOAD_SECRET_ACCESS_KEY === undefined),
    {
      path: ['S3_UPLOAD_ACCESS_KEY_ID'],
      error: 'goes together with S3_UPLOAD_SECRET_ACCESS_KEY',
    },
  )
  .refine((env) => (env.DISK_GUARD_PATH === undefined) === (env.MIN_FREE_BYTES === undefined), {
    path: ['MIN_FREE_BYTES'],
    error: 'DISK_GUARD_PATH and MIN_FREE_BYTES go together',
  })
  // Whoever asks says what Host is: only the site's own name gets in, on loopback this machine's names too.
  .refine((env) => env.SITE_ORIGIN !== undefined || isLoopback(env.HOST), {
    path: ['SITE_ORIGIN'],
    error:
      'must be set where HOST is not loopback: only requests by its name are answered, and wallets sign for it',
  });

export type Config = z.output<typeof Environment>;
export const CONFIG = Symbol('config');

/** The processors that every list depends on. */
type Stored = Exclude<keyof typeof PROCESSORS, 'enrichers'>;

/** The consumer group of a processor. */
export const groupOf = (
  { SCREENER_GROUP_ID: screener, SINK_GROUP_ID: sink }: Pick<Config, 'SCREENER_GROUP_ID' | 'SINK_GROUP_ID'>,
  processor: Stored,
): string => ({ screener, sink })[processor];

/** An empty variable counts as unset. Throws an error whose message says what is wrong and what is accepted. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = takeFiles(env, Object.keys(Environment.shape));
  const parsed = Environment.safeParse(set);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(wrong.join('; '));
}
