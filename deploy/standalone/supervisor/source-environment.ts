import { GateHolders } from '@cryptonite/market/gate-holders.js';
import { z } from 'zod';
import { type SourceOption, UsageError } from './options.js';

const isAddress = (text: string) =>
  z.url({ protocol: /^https?$/ }).safeParse(text).success && !/^[^/]*\/\/[^/]*@/.test(text);
const address = z
  .string()
  .refine(isAddress, 'takes an http:// or https:// address without a user')
  .optional();
const token = z
  .string()
  .regex(/^[\w:%.~+/=-]{1,512}$/, 'takes a token, without spaces')
  .optional();
const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'takes a whole number above 0')
  .optional();

const Environment = z.object({
  ENRICHERS: z.enum(['0', '1'], { error: 'takes 0 or 1' }).optional(),
  IPFS_GATEWAYS: z
    .string()
    .refine(
      (text) => text.split(',').every(isAddress),
      'takes http:// or https:// addresses without a user, separated by commas',
    )
    .optional(),
  DEXSCREENER_URL: address,
  SOL_PRICE_URL: address,
  WEBSITES_URL: address,
  X_API_URL: address,
  X_BEARER_TOKEN: token,
  TELEGRAM_API_URL: address,
  TELEGRAM_BOT_TOKEN: token,
  IPFS_PER_MINUTE: count,
  DEXSCREENER_PER_MINUTE: count,
  X_PER_15_MINUTES: count,
  TELEGRAM_PER_SECOND: count,
  RPC_PER_10_SECONDS: count,
  YELLOWSTONE_CLIENT: z.enum(['grpc-js', 'official'], { error: 'takes grpc-js or official' }).optional(),
  RPC_REQUESTS_PER_SECOND: z
    .string()
    .refine((text) => Number(text) >= 6 && Number(text) <= 10_000, 'takes a number from 6 to 10000')
    .optional(),
  FOLLOWED_ACCOUNTS: z
    .string()
    .regex(/^\d{1,6}$/, 'takes a whole number from 0 to 999999')
    .optional(),
  FAULT_PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'takes a port from 0 to 65535')
    .optional(),
  SERVICE_FAULTS: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'takes a number, 0 or more')
    .optional(),
  CRPT_HOLDERS: GateHolders.optional(),
  SERVICE_LIMITS: z.enum(['0', '1'], { error: 'takes 0 or 1' }).optional(),
});

/** Sees that the variables about the source can be used. Throws {@link UsageError} with one line. */
export function checkSourceEnvironment(env: NodeJS.ProcessEnv, source: SourceOption): void {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { error } = Environment.safeParse(set);
  if (error)
    throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '));
  // Without TLS it is a server of one's own, such as a market on this machine, which may let everyone in.
  if (source.kind === 'provider' && source.url.startsWith('https:') && set.YELLOWSTONE_TOKEN === undefined)
    throw new UsageError(
      `--source ${new URL(source.url).origin} needs the provider's token in YELLOWSTONE_TOKEN; any text will do for one that asks for none. The address of an RPC begins with wss://.`,
    );
}
