import { z } from 'zod';
import type { RpcEndpoint } from './rpc-endpoint.js';

/**
 * The first block of each cluster, as far as CAIP-2 names chains by it
 * (https://namespaces.chainagnostic.org/solana/caip2).
 */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
};
const NAMED_BY = 32;

/** A market or tape of our own says in its version what it is, as on Yellowstone. */
const OwnVersion = z.object({ package: z.string(), source: z.unknown() });

/**
 * Sees that an endpoint answers, keeps up, and serves the chain that the launchpads are on.
 * @returns what it says of itself, as a Yellowstone provider's `GetVersion` does
 * @throws Error with one line about what is wrong
 */
export async function checkEndpoint(endpoint: RpcEndpoint, signal: AbortSignal): Promise<string> {
  const version = await endpoint.ask('getVersion', [], signal);
  const own = OwnVersion.safeParse(version);
  if (!own.success) checkCluster(await endpoint.ask('getGenesisHash', [], signal));
  try {
    await endpoint.ask('getHealth', [], signal);
  } catch (error) {
    throw new Error(`it is not healthy: ${(error as Error).message}`, { cause: error });
  }
  return JSON.stringify(version);
}

function checkCluster(hash: unknown): void {
  const cluster = typeof hash === 'string' ? CLUSTERS[hash.slice(0, NAMED_BY)] : undefined;
  if (cluster === 'mainnet-beta') return;
  const served = cluster ?? `a chain that begins with ${String(hash).slice(0, 64)}`;
  throw new Error(`it serves ${served}, and the launchpads are on mainnet-beta`);
}
