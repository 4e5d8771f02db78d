import { type Address, address, addressBytes, SYSTEM } from './addresses.js';
import { type Call, selfCall, signing, u64 } from './call.js';

/** A program that trades for its users by invoking the launchpads. */
export interface Router {
  id: Address;
  /** The first bytes of its instruction. */
  instruction: Buffer;
  log: string | null;
  /** Its own account of a trade, which it tells itself as the launchpads do: a stranger among self-calls. */
  event: { authority: Address; discriminator: Buffer } | null;
  /** The error code it answers when the price has moved away. */
  slippageCode: number;
}

const trading = (id: Address): Router => ({
  id,
  instruction: Buffer.of(0),
  log: null,
  event: null,
  slippageCode: 1,
});

/** Programs seen between user and launchpad on mainnet, and Jupiter, whose swap event is the commonest of its kind. */
export const ROUTERS = {
  axiom: trading(address('FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9')),
  gmgn: trading(address('GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb')),
  maestro: trading(address('MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx')),
  terminal: trading(address('term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3')),
  jupiter: {
    id: address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'),
    instruction: Buffer.from('e517cb977ae3ad2a', 'hex'),
    log: 'Instruction: Route',
    event: {
      authority: address('D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf'),
      discriminator: Buffer.from('40c6cde8260871e2', 'hex'),
    },
    slippageCode: 6_001,
  },
} as const satisfies Record<string, Router>;

/** Traders' own bots. */
const UNKNOWN = trading(SYSTEM);

const byId = new Map<Address, Router>(Object.values(ROUTERS).map((router) => [router.id, router]));

/** What goes into a routed trade and what comes out of it. */
export interface Swap {
  venue: Address;
  in: { mint: Address; amount: bigint };
  out: { mint: Address; amount: bigint };
}

export const slippageCodeOf = (id: Address): number => (byId.get(id) ?? UNKNOWN).slippageCode;

/** Wraps a trade's instruction in that of a router; programs that are not known route without a word. */
export function route(id: Address, user: Address, trade: Call, swap: Swap | null): Call {
  const { instruction, log, event } = byId.get(id) ?? UNKNOWN;
  const told = event && swap ? [selfCall(id, event.authority, encodeSwap(event.discriminator, swap))] : [];
  return {
    program: id,
    accounts: [signing(user), ...trade.accounts],
    data: Buffer.concat([instruction, trade.data]),
    children: [trade, ...told],
    ...(log !== null && { log }),
  };
}

/** Jupiter's SwapEvent: amm, input mint and amount, output mint and amount. */
const encodeSwap = (discriminator: Buffer, swap: Swap): Buffer =>
  Buffer.concat([
    discriminator,
    addressBytes(swap.venue),
    addressBytes(swap.in.mint),
    u64(swap.in.amount),
    addressBytes(swap.out.mint),
    u64(swap.out.amount),
  ]);
