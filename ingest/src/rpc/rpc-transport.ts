import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { SlotRate } from '../yellowstone/slot-rate.js';
import type { Transport } from '../yellowstone/transport.js';
import { BlockFollower } from './block-follower.js';
import { EndpointPool } from './endpoint-pool.js';
import { confirmedSlotOf, RpcEndpoint } from './rpc-endpoint.js';

/** A chain that is further ahead than can be caught up with in this time is joined anew, half as far behind it; what is older is a gap. */
const CATCH_UP_S = 120;
const LEAST_BEHIND_MS = 12_800;
/** What keeps up with the chain: a request for each slot, and a quarter more for those that are asked for again. */
const REQUESTS_PER_SLOT = 1.25;
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
  const rate = new SlotRate();
  const budget = requestsPerSecond * urls.length;
  // Half of the budget, until it was seen how fast the chain is.
  const mostBehindSlots = (): number => {
    const spare = budget - (rate.slotsPerSecond ?? budget / 2);
    return Math.max(rate.slotsIn(LEAST_BEHIND_MS), Math.floor(spare * CATCH_UP_S));
  };
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
      return Math.max(0, head - Math.floor(mostBehindSlots() / 2));
    },
    whyNotBefore: (slot) =>
      `what happened before slot ${slot} could not be caught up with within ${requestsPerSecond} requests a second`,
    subscribe(request, listener) {
      const fromSlot = request.fromSlot === undefined ? null : Number(request.fromSlot);
      const follower = new BlockFollower({
        pool,
        fromSlot,
        listener,
        rate,
        mostBehindSlots,
        whyBehind: () => {
          const { slotsPerSecond } = rate;
          if (slotsPerSecond === null) return '';
          const needed = REQUESTS_PER_SLOT * slotsPerSecond;
          return `: it makes ${slotsPerSecond.toFixed(1)} slots a second, which takes ${needed.toFixed(1)} requests a second, and ${budget} are allowed`;
        },
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
