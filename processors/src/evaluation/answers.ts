/** Answers asks as enrichers do: what they make of a service's reply is theirs, and no limit or cache stands between. */
import { createHash } from 'node:crypto';
import type { Ask } from '@cryptonite/contracts/asks';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import type { ServiceReply, ServiceRequest } from '@cryptonite/contracts/evaluation';
import { z } from 'zod';
import { Boosts } from '../enrichers/boosts/boosts.js';
import { Holders } from '../enrichers/chain/holders.js';
import { Mints } from '../enrichers/chain/mints.js';
import { readResult } from '../enrichers/chain/parse-rpc.js';
import { isInside, refusal } from '../enrichers/fetch/connect-outside.js';
import { FetchFailed } from '../enrichers/fetch/fetch-failed.js';
import { readTarget } from '../enrichers/fetch/target.js';
import { fetchedOfData } from '../enrichers/metadata/content.js';
import { readContentAddress } from '../enrichers/metadata/content-address.js';
import { Metadata } from '../enrichers/metadata/metadata.js';
import { isPicture } from '../enrichers/pictures/sniff-picture.js';
import { answerOf, type Providers, type Said } from '../enrichers/provider.js';
import type { AsksService } from '../enrichers/service.js';
import { Social } from '../enrichers/social/social.js';
import { membersOnTelegram } from '../enrichers/social/telegram.js';
import { accountOnX, postsOnX } from '../enrichers/social/x.js';
import { Websites } from '../enrichers/websites/websites.js';
import { bytesOf, jsonOf } from './service-replies.js';

export type Request = (request: ServiceRequest) => Promise<ServiceReply>;

const HOST = 'market simulator';
const AUTHORISED = { authorization: 'Bearer none' };
const BOT = 'none';

/** Null for what nobody could be asked. */
export async function answerTo(providers: Providers, ask: Ask): Promise<Said | null> {
  try {
    return await answerOf(providers, ask);
  } catch (error) {
    if (error instanceof FetchFailed) return null;
    throw error;
  }
}

/** @param now the stream's time, which does not move while they answer: lists that they keep are those of now */
export function providersAt(request: Request, now: number): Providers {
  const get = (path: string, headers: Record<string, string> = {}) => request({ path, headers, body: '' });
  const service = (headers: Record<string, string> = {}): AsksService => ({
    host: HOST,
    json: async (path) => jsonOf(await get(path, headers)),
  });
  const rpc = nodeOf(request);
  const x = service(AUTHORISED);
  return {
    metadata: new Metadata({ get: (address, { maxBytes }) => contentOf(get, address, maxBytes) }, PICTURES),
    boosts: new Boosts(service()),
    social: new Social([postsOnX(x, () => now), accountOnX(x), membersOnTelegram(service(), BOT)]),
    mint: new Mints(rpc),
    holders: new Holders(rpc),
    website: new Websites({ get: (address) => siteOf(get, address) }),
  };
}

function nodeOf(request: Request) {
  const ask = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return readResult(jsonOf(await request({ path: '/', headers: {}, body })));
  };
  return {
    host: HOST,
    account: (address: string) =>
      ask('getAccountInfo', [address, { commitment: 'confirmed', encoding: 'jsonParsed' }]),
    largestAccounts: (mint: string) => ask('getTokenLargestAccounts', [mint, { commitment: 'confirmed' }]),
  };
}

/** All content of the market is of IPFS: what its documents name besides leads inside a network, or nowhere. */
async function contentOf(
  get: (path: string) => Promise<ServiceReply>,
  address: string | null,
  maxBytes: number,
) {
  const found = readContentAddress(address);
  if (found.kind === 'none') throw new FetchFailed('no-address', 'there is no address');
  if (found.kind === 'data') return fetchedOfData(found, maxBytes);
  if (found.kind === 'web') throw new FetchFailed('private-address', 'it leads inside a network');
  const reply = await get(`/ipfs/${found.path}`);
  return { status: reply.status, bytes: bytesOf(reply), contentType: null, host: HOST };
}

/** The market's services stand in for the sites that its documents name. */
async function siteOf(get: (path: string) => Promise<ServiceReply>, address: string | null) {
  const { hostname, pathname, search } = readTarget(address ?? '');
  if (isInside(hostname)) throw refusal(hostname);
  const reply = await get(`/site/${hostname}${pathname}${search}`);
  return { status: reply.status, bytes: bytesOf(reply), contentType: null, host: hostname };
}

/** Known by their bytes; none is decoded, so that what only begins as a picture counts as one. */
const PICTURES: ConstructorParameters<typeof Metadata>[1] = {
  has: async () => true,
  take: async (bytes) =>
    isPicture(bytes)
      ? { sha256: createHash('sha256').update(bytes).digest('hex'), perceptualHash: null }
      : { failure: 'wrong-type', detail: 'its bytes begin as no picture' },
};

const SolPrice = z.object({ [SOL_MINT]: z.object({ usdPrice: z.number().positive() }) });
const PRICE_DECIMALS = 12;

/** Dollars of one SOL, in plain notation. */
export async function askSolPrice(request: Request): Promise<string> {
  const reply = await request({ path: `/price/v3?ids=${SOL_MINT}`, headers: {}, body: '' });
  const { [SOL_MINT]: sol } = SolPrice.parse(jsonOf(reply));
  return sol.usdPrice.toFixed(PRICE_DECIMALS);
}
