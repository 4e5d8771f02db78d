/** Whom a start lets enrichers ask about tokens. */
import type { EnrichedBy } from '@cryptonite/contracts/api';
import type { SourceOption } from './options.js';

/** Those that ask for no key. */
const PUBLIC = {
  IPFS_GATEWAYS: 'https://ipfs.io,https://dweb.link',
  DEXSCREENER_URL: 'https://api.dexscreener.com',
};
/** The market's services let everyone in who names any. */
const MADE_UP_TOKEN = 'made-up';

const OUTSIDE = [
  'IPFS_GATEWAYS',
  'DEXSCREENER_URL',
  'X_API_URL',
  'X_BEARER_TOKEN',
  'TELEGRAM_API_URL',
  'TELEGRAM_BOT_TOKEN',
  'SOLANA_RPC_URL',
  'STRANGERS',
  'WEBSITES_URL',
] as const;
const LIMITS = [
  'IPFS_PER_MINUTE',
  'DEXSCREENER_PER_MINUTE',
  'X_PER_15_MINUTES',
  'TELEGRAM_PER_SECOND',
  'RPC_PER_10_SECONDS',
] as const;

type Enrichers = {
  /** What the service is told. */
  env: Record<string, string>;
  enrichedBy: EnrichedBy[];
};

/**
 * A market's launches are known to its own services alone, a provider's to public ones and to those that the environment
 * names. Null for a tape (what was answered then stands in no tape, and nobody is asked about what is past), and with
 * `ENRICHERS=0`.
 */
export function enrichersOf(
  source: SourceOption,
  servicesUrl: string,
  environment: NodeJS.ProcessEnv,
): Enrichers | null {
  if (source.kind === 'tape' || environment.ENRICHERS === '0') return null;
  const limits = pick(environment, LIMITS);
  const outside =
    source.kind === 'market' ? ofMarket(servicesUrl) : { ...PUBLIC, ...pick(environment, OUTSIDE) };
  const isSet = (name: (typeof OUTSIDE)[number]) => name in outside;
  const enrichedBy: EnrichedBy[] = [
    ...(isSet('IPFS_GATEWAYS') ? (['metadata'] as const) : []),
    ...(isSet('DEXSCREENER_URL') ? (['boosts'] as const) : []),
    ...(isSet('X_BEARER_TOKEN') ? (['posts', 'accounts'] as const) : []),
    ...(isSet('TELEGRAM_BOT_TOKEN') ? (['telegram'] as const) : []),
    ...(isSet('SOLANA_RPC_URL') ? (['mints'] as const) : []),
    ...(isSet('WEBSITES_URL') || outside.STRANGERS !== '0' ? (['websites'] as const) : []),
  ];
  return { env: { ...outside, ...limits }, enrichedBy };
}

const ofMarket = (url: string): Record<string, string> => ({
  IPFS_GATEWAYS: url,
  DEXSCREENER_URL: url,
  X_API_URL: url,
  X_BEARER_TOKEN: MADE_UP_TOKEN,
  TELEGRAM_API_URL: url,
  TELEGRAM_BOT_TOKEN: MADE_UP_TOKEN,
  SOLANA_RPC_URL: url,
  // Some of its launches name real hosts, or such as somebody may register one day.
  STRANGERS: '0',
  // It stands in for the sites that they name.
  WEBSITES_URL: url,
});

/** An empty variable is one that is not set. */
const pick = (environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
