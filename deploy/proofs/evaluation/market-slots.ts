/** A market in pieces, each of which ends where ingest is sure to confirm a slot. */
import { Market } from '@cryptonite/market/market.js';
import { BOUNDED_START_MS } from '@cryptonite/market/market-source.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { isForLaunchpads } from '@cryptonite/market/subscribed.js';
import { frameHead } from '@cryptonite/provider/tape.js';

/** Ingest confirms the first slot of each two seconds, whatever it holds. */
const CONFIRMED_EACH_S = 2;

/** After its last launch a market is played for so long: what is judged in the first hour of it is followed for a day. */
const FOLLOWED_MS = 25 * 3_600_000;

export type Piece = {
  /** Updates as a tape has them. */
  frames: Buffer[];
  /** The newest slot that the journal will confirm of it; null of what comes at the end. */
  until: number | null;
};

/** As many launches graduate as do in `npm start`. */
export const openMarket = (seed: number, launches: number): Market =>
  new Market({
    ...{ seed, launches, encodesAll: false, regime: 'high', activity: 1 },
    startSlot: clockOf().slotAt(BOUNDED_START_MS),
  });

/** What subscribers to the launchpads are sent, until nobody plays any more or long enough. The market stands at a piece's end. */
export function* piecesOf(market: Market, launches: number): Generator<Piece> {
  let frames: Buffer[] = [];
  let until: number | null = null;
  let confirmedS: number | null = null;
  const timesS = new Map<number, number>();
  const take = (updates: ReturnType<Market['next']>) => {
    for (const update of updates) {
      if (!isForLaunchpads(update)) continue;
      frames.push(frameHead(update.body.length), update.body);
      if (update.kind === 'blockMeta') timesS.set(update.slot, update.blockTimeS ?? 0);
      if (update.kind !== 'slot') continue;
      const timeS = timesS.get(update.slot) ?? 0;
      timesS.delete(update.slot);
      if (confirmedS !== null && periodOf(timeS) > periodOf(confirmedS)) until = update.slot;
      confirmedS = timeS;
    }
  };
  let untilMs = Number.POSITIVE_INFINITY;
  while (!market.isOver && market.nowMs < untilMs) {
    take(market.next());
    if (market.launched >= launches) {
      untilMs = Math.min(untilMs, market.nowMs + FOLLOWED_MS);
      // The last launches' latest trades lie hours apart.
      market.skipQuiet();
    }
    if (until === null) continue;
    yield { frames, until };
    frames = [];
    until = null;
  }
  take(market.settle());
  yield { frames, until: null };
}

const periodOf = (timeS: number): number => Math.floor(timeS / CONFIRMED_EACH_S);
