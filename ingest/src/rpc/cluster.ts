import { ownSourceOf } from '../yellowstone/source-label.js';
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

/** `version`: what an endpoint says of itself, as a Yellowstone provider's `GetVersion` does. `chain`: which it serves, in words. */
export type Served = { version: string; chain: string };

/**
 * Sees that an endpoint answers, keeps up, and serves the chain that the launchpads are on, or a market or tape of our own.
 * Throws an Error with one line about what is wrong.
 */
export async function checkEndpoint(endpoint: RpcEndpoint, signal: AbortSignal): Promise<Served> {
  const ask = async (method: string): Promise<unknown> => {
    await endpoint.turn(signal);
    return endpoint.ask(method, [], signal);
  };
  const version = JSON.stringify(await ask('getVersion'));
  const own = ownSourceOf(version);
  const chain = own ? own.name : clusterOf(await ask('getGenesisHash'));
  try {
    await ask('getHealth');
  } catch (error) {
    throw new Error(`it is not healthy: ${(error as Error).message}`, { cause: error });
  }
  return { version, chain };
}

function clusterOf(hash: unknown): string {
  const cluster = typeof hash === 'string' ? CLUSTERS[hash.slice(0, NAMED_BY)] : undefined;
  if (cluster === 'mainnet-beta') return cluster;
  const served = cluster ?? `a chain that begins with ${String(hash).slice(0, 64)}`;
  throw new Error(`it serves ${served}, and the launchpads are on mainnet-beta`);
}
