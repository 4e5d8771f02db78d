import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateSource } from '@cryptonite/provider/server.js';
import type { Update } from '@cryptonite/provider/update.js';
import bs58 from 'bs58';
import { hourWeight } from './agents/pace.js';
import { Market, type MarketOptions, marketLabel } from './market.js';
import type { MarketTail } from './market-tail.js';
import { LIVE_LAUNCHES, pastOf } from './past.js';
import type { PublicMarket } from './public-market.js';
import { RecentTransactions, recentLimits, WHOLE_MARKET } from './recent-transactions.js';
import { clockOf, type SlotClock } from './slot-clock.js';
import type { UsedSlots } from './used-slots.js';

/** After a longer sleep of the machine the market goes on from now instead of catching up. */
const LONGEST_CATCH_UP_MS = 30_000;

/** A market to stream, and to ask. */
export interface MarketSource extends UpdateSource {
  market: PublicMarket;
  /** Writes what is known of launches that still live. */
  close?(): void;
}

export interface LiveMarketOptions
  extends Pick<MarketOptions, 'seed' | 'layout' | 'gateHolders' | 'onTruth'> {
  /** Multiplies the launches. */
  rate: number;
  /** How long a past it begins with. */
  pastMinutes: number;
  /** Those that earlier runs used are not used again: one is noted before it is published. */
  usedSlots: Pick<UsedSlots, 'read' | 'use' | 'close'>;
  /** `clock` follows the wall clock; `clients` runs as fast as it is read, ahead of the clock. */
  pace: 'clock' | 'clients';
  /** What an earlier run ended with; this one goes on behind it and notes its own. */
  tail?: MarketTail;
}

/** A market that never ends. */
export function liveMarket({
  rate,
  pastMinutes,
  usedSlots,
  pace,
  tail,
  ...options
}: LiveMarketOptions): MarketSource {
  const openedMs = Date.now();
  const clock = clockOf(options.layout);
  const past = pastOf(pastMinutes, LIVE_LAUNCHES * rate);
  const startSlot = Math.max(clock.slotAt(openedMs - past[0]!.fromMs), usedSlots.read());
  const launchesAt = (timeMs: number): number =>
    (past.findLast(({ fromMs }) => timeMs >= openedMs - fromMs) ?? past[0]!).launches;
  const market = new Market({
    ...options,
    startSlot,
    recentTransactions: new RecentTransactions(recentLimits(clock)),
    ...(tail && beforeOf(tail, clock)),
    activity: (timeMs) => launchesAt(timeMs) / hourWeight(timeMs),
  });

  /** The past has been played, and what passed meanwhile. */
  let hasCaughtUp = false;

  async function* updates(stopped: AbortSignal): AsyncGenerator<Update[]> {
    while (!stopped.aborted) {
      const endMs = clock.startMs(market.slot) + clock.slotMs;
      const waitMs = endMs - Date.now();
      if (waitMs > 0) hasCaughtUp = true;
      if (pace === 'clock' && waitMs > 0) {
        await sleep(waitMs, undefined, { signal: stopped }).catch(() => {});
        if (stopped.aborted) return;
      }
      if (pace === 'clock' && waitMs < -LONGEST_CATCH_UP_MS && hasCaughtUp) {
        market.skipTo(clock.slotAt(Date.now()));
      }
      usedSlots.use(market.slot, clock.slotAt(Date.now()));
      const updates = market.next();
      tail?.note(updates);
      yield updates;
    }
  }
  return {
    label: marketLabel(options.seed),
    // The past is played as fast as it is read: it is longer than what the server keeps.
    get waitsFor() {
      return pace === 'clients' || !hasCaughtUp ? 'slowest-client' : 'nobody';
    },
    firstSlot: startSlot,
    past: tail ? [...tail.updates] : [],
    updates,
    close() {
      market.close();
      // The last block is one: whoever comes next may build on it.
      tail?.note(market.settle());
      tail?.close();
      usedSlots.close();
    },
    market,
  };
}

/** The block that a market goes on behind; none where that was numbered by another clock, which leaves a gap. */
function beforeOf({ block }: MarketTail, clock: SlotClock): Pick<MarketOptions, 'before'> {
  if (block === null || block.blockHeight === null) return {};
  if (block.blockTimeS !== Math.floor(clock.startMs(block.slot) / 1_000)) return {};
  return {
    before: { slot: block.slot, hash: Buffer.from(bs58.decode(block.blockHash)), height: block.blockHeight },
  };
}

/** 1 October 2026: where a bounded market begins unless told otherwise, so that two runs are alike. */
export const BOUNDED_START_MS = 1_790_812_800_000;

export interface BoundedMarketOptions
  extends Pick<
    MarketOptions,
    'seed' | 'regime' | 'layout' | 'liquidity' | 'encodesAll' | 'gateHolders' | 'onTruth'
  > {
  startMs: number;
  /** Transactions after which the market ends; infinite where only launches are counted. */
  transactions: number;
  /** Launches after which nobody launches any more; it ends when the last of them is left alone. */
  launches: number;
}

/** A market of a fixed size, equal bytes for equal options, every block finalized at its end. */
export function boundedMarket(
  options: BoundedMarketOptions,
): MarketSource & { play: () => Generator<Update[]> } {
  const market = openBounded(options, new RecentTransactions(WHOLE_MARKET));
  async function* updates(): AsyncGenerator<Update[]> {
    yield* play(market, options);
  }
  return {
    label: marketLabel(options.seed),
    waitsFor: 'slowest-client',
    firstSlot: market.slot,
    updates,
    play: () => play(market, options),
    close: () => market.close(),
    market,
  };
}

/** The updates of a bounded market, slot by slot. */
export function playBounded(options: BoundedMarketOptions): Generator<Update[]> {
  return play(openBounded(options), options);
}

const openBounded = (
  { startMs, transactions: _, ...options }: BoundedMarketOptions,
  recentTransactions?: RecentTransactions,
): Market =>
  new Market({
    ...options,
    startSlot: clockOf(options.layout).slotAt(startMs),
    activity: 1,
    ...(recentTransactions && { recentTransactions }),
  });

function* play(market: Market, { transactions, launches }: BoundedMarketOptions): Generator<Update[]> {
  let left = transactions;
  while (left > 0 && !market.isOver) {
    const updates = market.next(left);
    left -= updates.filter(({ kind }) => kind === 'transaction').length;
    yield updates;
    // The last launches' latest trades lie hours apart.
    if (market.launched >= launches) market.skipQuiet();
  }
  yield market.settle();
  market.close();
}
