/** What enrichers are told of the outside, checked at the start. What is not named is not asked. */
import { z } from 'zod';

/** Without a slash at its end. An address of one's own may stand inside the network: the guard lets these in. */
const Base = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'must hold no user')
  .transform((url) => url.replace(/\/+$/, ''));
/** Kept out of every message. */
const Secret = z.string().regex(/^[\w:%.~+/=-]{1,512}$/, 'must be a token, without spaces');
const Count = z.coerce.number({ error: 'must be a whole number above 0' }).int().positive();

export const enrichersEnvironment = {
  IPFS_GATEWAYS: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(Base, 'must be http(s) addresses, separated by commas'))
    .optional(),
  DEXSCREENER_URL: Base.optional(),
  X_API_URL: Base.default('https://api.x.com'),
  X_BEARER_TOKEN: Secret.optional(),
  TELEGRAM_API_URL: Base.default('https://api.telegram.org'),
  TELEGRAM_BOT_TOKEN: Secret.optional(),
  /** Whole, as providers give it: a key may stand in it. */
  SOLANA_RPC_URL: Base.optional(),
  /** Whether hosts are asked that launches name; 0 where launches are made up. */
  STRANGERS: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  /** Stands in for the websites that made-up launches name: `/site/<host>/<path>` there. */
  WEBSITES_URL: Base.optional(),
  PICTURES_DIR: z.string().min(1, 'must be a folder'),
  /** Where `pictures/serve.ts` listens that decodes pictures; without it a child of this process does. */
  DECODER_SOCKET: z.string().min(1, 'must be a socket').optional(),
  PICTURES_MB: Count.default(1_000),
  CACHE_DIR: z.string().min(1, 'must be a folder'),
  CACHE_MB: Count.default(500),
  // What each service publishes for a caller without a contract; ipfs.io publishes none, and five a second is ours.
  IPFS_PER_MINUTE: Count.default(300),
  /** https://docs.dexscreener.com/api/reference */
  DEXSCREENER_PER_MINUTE: Count.default(60),
  /** https://docs.x.com/x-api/fundamentals/rate-limits: of an app, of each path by itself. */
  X_PER_15_MINUTES: Count.default(300),
  /** https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
  TELEGRAM_PER_SECOND: Count.default(30),
  /** https://solana.com/docs/references/clusters: 100 of an address, 40 of one method. */
  RPC_PER_10_SECONDS: Count.default(40),
};

export type EnrichersEnvironment = z.output<z.ZodObject<typeof enrichersEnvironment>>;
