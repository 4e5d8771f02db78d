import { DecimalString } from '@cryptonite/contracts/amounts';
import { takeFiles } from '@cryptonite/contracts/environment';
import { kafkaVariables } from '@cryptonite/contracts/kafka-access';
import { metricsVariables } from '@cryptonite/contracts/metrics';
import { tracesVariables } from '@cryptonite/contracts/traces';
import { z } from 'zod';

const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => new URL(text));

const WsUrl = z
  .url({ protocol: /^wss?$/, error: 'must be ws or wss URLs, separated by commas' })
  .transform((text) => new URL(text))
  .refine(({ username, password, hash }) => username + password + hash === '', {
    error: 'must be URLs without a user and without #: a key stands in the path or behind ?',
  });

const KafkaEnvironment = z.object(kafkaVariables);

const Environment = z
  .object({
    /** The Yellowstone provider; or in its place {@link RPC_URLS}. */
    YELLOWSTONE_URL: HttpUrl.optional(),
    /** Endpoints of a Solana RPC, side by side. Keys in them are told to nobody. */
    RPC_URLS: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(WsUrl).min(1).max(16))
      .optional(),
    /** What each of them is asked at most. */
    RPC_REQUESTS_PER_SECOND: z.coerce
      .number({ error: 'must be a number from 6 to 10000' })
      .min(6, { error: 'must be a number from 6 to 10000: a block is asked for every 0.2 s' })
      .max(10_000, { error: 'must be a number from 6 to 10000' })
      .default(8),
    /** Sent to it as `x-token`. */
    YELLOWSTONE_TOKEN: z.string().optional(),
    /** Which client speaks to it: ours over grpc-js, or the official one, several times slower. */
    YELLOWSTONE_CLIENT: z
      .enum(['grpc-js', 'official'], { error: 'must be grpc-js or official' })
      .default('grpc-js'),
    /** Token accounts of holders followed beside the launchpads, as many as the provider's plan allows in a filter; 0 is none. */
    FOLLOWED_ACCOUNTS: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number from 0 to 999999')
      .default('10000')
      .transform(Number),
    ...KafkaEnvironment.shape,
    ...metricsVariables,
    ...tracesVariables,
    /** A folder on the disk to watch; below MIN_FREE_BYTES nothing is taken in. */
    DISK_GUARD_PATH: z.string().optional(),
    MIN_FREE_BYTES: z.coerce
      .number()
      .int()
      .nonnegative()
      .default(1 << 30),
    /** Answers like Jupiter's price API v3. */
    SOL_PRICE_URL: HttpUrl.optional(),
    /** A fixed price instead. */
    SOL_PRICE_USD: DecimalString.optional(),
    /** Who says the price, in the journal. */
    SOL_PRICE_FROM: z.string().max(200).optional(),
  })
  .refine(({ YELLOWSTONE_URL, RPC_URLS }) => (YELLOWSTONE_URL === undefined) !== (RPC_URLS === undefined), {
    path: ['YELLOWSTONE_URL'],
    error:
      'or RPC_URLS must be given, and not both: an http or https URL of a Yellowstone provider, or ws or wss URLs of an RPC',
  })
  .refine(({ SOL_PRICE_URL, SOL_PRICE_USD }) => !SOL_PRICE_URL || !SOL_PRICE_USD, {
    path: ['SOL_PRICE_USD'],
    error: 'cannot be given together with SOL_PRICE_URL',
  });
export type Environment = z.infer<typeof Environment>;

/** Reads the configuration. Throws an Error whose message says, in one line, what is wrong and what is accepted. */
export const readEnvironment = (env: NodeJS.ProcessEnv): Environment => read(Environment, env);

/** Of it, the broker whose journal is written. */
export const readKafkaEnvironment = (env: NodeJS.ProcessEnv): z.infer<typeof KafkaEnvironment> =>
  read(KafkaEnvironment, env);

function read<Schema extends z.ZodObject>(schema: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const given = takeFiles(env, Object.keys(schema.shape));
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}
