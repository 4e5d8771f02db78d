/** What each service is asked at most, by the name that its requests count under. */
import type { EnrichersEnvironment } from './environment.js';
import type { HostLimit } from './fetch/hosts.js';

export const SERVICES = {
  dexScreener: 'DexScreener',
  // X counts the requests to each path by themselves.
  postsOnX: 'X (posts)',
  accountsOnX: 'X (accounts)',
  telegram: 'Telegram',
  node: 'the RPC node',
  websites: 'the websites of made-up launches',
} as const;

export const gatewayService = (url: string): string => `the gateway ${new URL(url).host}`;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A host that a launch names is nobody's to wear out: one a second, two at once. */
export const OTHER_HOSTS: HostLimit = { requests: 60, perMs: MINUTE_MS, atOnce: 2 };

/** By the host at which each answers; of several at one host one. */
export function servicesByHost(env: EnrichersEnvironment): Map<string, string> {
  const hosts = new Map<string, string>();
  const note = (service: string, url: string | undefined) => {
    if (url !== undefined) hosts.set(new URL(url).hostname, service);
  };
  note(SERVICES.node, env.SOLANA_RPC_URL);
  note(SERVICES.telegram, env.TELEGRAM_API_URL);
  note(SERVICES.accountsOnX, env.X_API_URL);
  note(SERVICES.dexScreener, env.DEXSCREENER_URL);
  for (const url of env.IPFS_GATEWAYS ?? []) note(gatewayService(url), url);
  return hosts;
}

export function limitsOf(env: EnrichersEnvironment): Map<string, HostLimit> {
  const ofGateway = { requests: env.IPFS_PER_MINUTE, perMs: MINUTE_MS, atOnce: 32 };
  const ofX = { requests: env.X_PER_15_MINUTES, perMs: 15 * MINUTE_MS, atOnce: 4 };
  return new Map([
    ...(env.IPFS_GATEWAYS ?? []).map((url): [string, HostLimit] => [gatewayService(url), ofGateway]),
    [SERVICES.dexScreener, { requests: env.DEXSCREENER_PER_MINUTE, perMs: MINUTE_MS, atOnce: 4 }],
    [SERVICES.postsOnX, ofX],
    [SERVICES.accountsOnX, ofX],
    [SERVICES.telegram, { requests: env.TELEGRAM_PER_SECOND, perMs: SECOND_MS, atOnce: 4 }],
    [SERVICES.websites, { requests: 600, perMs: MINUTE_MS, atOnce: 16 }],
    [SERVICES.node, { requests: env.RPC_PER_10_SECONDS, perMs: 10 * SECOND_MS, atOnce: 8 }],
  ]);
}
