import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import type { Transport } from '../yellowstone/transport.js';
import { BlockFollower } from './block-follower.js';
import { EndpointPool } from './endpoint-pool.js';
import { confirmedSlotOf, RpcEndpoint } from './rpc-endpoint.js';

/** Slots a second. */
const SLOT_RATE = 2.5;
/** A chain that is further ahead than can be caught up with in this time is joined anew, half as far behind it; what is older is a gap. */
const CATCH_UP_S = 120;
const LEAST_BEHIND_SLOTS = 32;
const HOUR_MS = 3_600_000;

/**
 * A Solana RPC in the place of a Yellowstone provider: each confirmed block is asked for, and what a stream would have sent of
 * it is handed on. `urls` are ws or wss addresses of one chain, `requestsPerSecond` the budget of each.
 */
export function openRpcTransport(
  urls: readonly URL[],
  requestsPerSecond: number,
  log: (line: string) => void,
  blockWithinMs?: number,
): Transport {
  const pool = new EndpointPool(
    urls.map((url) => new RpcEndpoint(url, requestsPerSecond)),
    log,
  );
  const spare = requestsPerSecond * urls.length - SLOT_RATE;
  const mostBehindSlots = Math.max(LEAST_BEHIND_SLOTS, Math.floor(spare * CATCH_UP_S));
  const stopping = new AbortController();
  const telling = setInterval(
    () => log(`in the last hour ${pool.endpoints.map((endpoint) => endpoint.takeCost()).join('; ')}`),
    HOUR_MS,
  );
  return {
    getVersion: () => pool.check(stopping.signal),
    async getFirstAvailable(last) {
      if (last === null) return null;
      const endpoint = await pool.pick(stopping.signal);
      const head = await confirmedSlotOf(endpoint, stopping.signal);
      // The chain goes on while that is caught up with.
      return Math.max(0, head - Math.floor(mostBehindSlots / 2));
    },
    whyNotBefore: (slot) =>
      `what happened before slot ${slot} could not be caught up with within ${requestsPerSecond} requests a second`,
    subscribe(request, listener) {
      const fromSlot = request.fromSlot === undefined ? null : Number(request.fromSlot);
      const follower = new BlockFollower({
        pool,
        fromSlot,
        listener,
        mostBehindSlots,
        log,
        ...(blockWithinMs !== undefined && { blockWithinMs }),
      });
      follower.want(accountsOf(request));
      return {
        send: (next) => {
          if (!next.ping) follower.want(accountsOf(next));
        },
        pause: () => follower.pause(),
        resume: () => follower.resume(),
        close: () => follower.close(),
      };
    },
    close() {
      clearInterval(telling);
      stopping.abort();
    },
  };
}

const accountsOf = ({ transactions }: SubscribeRequest): ReadonlySet<string> =>
  new Set(Object.values(transactions).flatMap(({ accountInclude }) => accountInclude));
