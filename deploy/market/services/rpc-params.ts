import bs58 from 'bs58';
import { z } from 'zod';
import type { Address } from '../addresses.js';
import type { PublicMarket } from '../public-market.js';
import { readAddress } from './read-address.js';
import type { RpcFaults } from './rpc-faults.js';

/** Codes of JSON-RPC 2.0, of Agave's `rpc-client-api`, and for batches of the library `jsonrpsee`. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: object | string,
  ) {
    super(message);
  }
}
export const invalidParam = (why: string): RpcError => new RpcError(-32602, `Invalid param: ${why}`);

/** One request, over HTTP or a socket. */
export const RpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export type Method = (market: PublicMarket, params: readonly unknown[], faults: RpcFaults) => unknown;

/** Slots behind the newest at which a commitment is reached on this chain. */
export const BEHIND = { processed: 0, confirmed: 1, finalized: 31 } as const;

/** What every method's last parameter may say. */
export const CommonConfig = z.object({
  commitment: z.enum(['processed', 'confirmed', 'finalized']).default('finalized'),
  minContextSlot: z.number().int().nonnegative().optional(),
});

/** A method's last parameter, which may be left out. */
export function readConfig<Schema extends z.ZodType<z.output<typeof CommonConfig>>>(
  schema: Schema,
  given: unknown,
  market: PublicMarket,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given ?? {});
  if (!success) throw new RpcError(-32602, `Invalid params: ${error.issues[0]?.message ?? 'wrong type'}.`);
  if ((data.minContextSlot ?? 0) > market.newestSlot)
    throw new RpcError(-32016, 'Minimum context slot has not been reached', {
      contextSlot: market.newestSlot,
    });
  return data;
}

export function readKey(given: unknown): Address {
  const key = readAddress(readText(given));
  if (key === null) throw notBase58Of(given);
  return key;
}

const SIGNATURE_BYTES = 64;

/** A signature as latin1. */
export function readSignature(given: unknown): string {
  const text = readText(given);
  // 64 bytes are 64 to 88 characters; base58 takes quadratic time.
  const bytes = text.length >= 64 && text.length <= 88 ? bs58.decodeUnsafe(text) : undefined;
  if (bytes?.length !== SIGNATURE_BYTES) throw notBase58Of(given);
  return Buffer.from(bytes).toString('latin1');
}

function readText(given: unknown): string {
  if (typeof given === 'string') return given;
  throw new RpcError(-32602, 'Invalid params: invalid type: expected a string.');
}

const notBase58Of = (given: unknown): RpcError =>
  invalidParam(/^[1-9A-HJ-NP-Za-km-z]+$/.test(String(given)) ? 'WrongSize' : 'Invalid');
