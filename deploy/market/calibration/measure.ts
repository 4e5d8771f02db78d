import type { Observed } from './observe.js';

/** What was seen of one launch. */
export interface LaunchSeen {
  creator: string;
  name: string;
  /** Null where its document could not be read. */
  hasSocials: boolean | null;
  bornMs: number;
  bornSlot: number;
  lastMs: number;
  /** What the creator bought first of all, in the slot of the creation. */
  initialSol: number;
  /** Whether anybody but the creator bought in the slot of the creation: a sniper, or a wallet of a bundle. */
  isSniped: boolean;
  buys: number;
  sells: number;
  poolTrades: number;
  peakRaisedSol: number;
  completedMs: number | null;
  migratedMs: number | null;
  openingPrice: number | null;
  /** Last price within 20 minutes of the migration, as a multiple of what the pool opened with; null without a pool. */
  after20Min: number | null;
  washTrades: number;
}

const COMPLETE_SOL = 84.99;
const MINUTE_MS = 60_000;

/** A pair of wallets that hands on so often what one sells and the other buys is one owner. */
const WASH_ROUNDS = 3;
const WASH_SIZE = 0.4;

interface Following {
  /** The last trade, to see who buys at once what another sold. */
  trader: string;
  side: 'buy' | 'sell';
  sol: number;
  slot: number;
  pairs: Map<string, number>;
}

/** Collects what calibration compares, from what was emitted alone. */
export class Measure {
  readonly launches = new Map<string, LaunchSeen>();
  readonly #following = new Map<string, Following>();
  trades = 0;
  poolTrades = 0;

  note(seen: Observed): void {
    if (seen.kind === 'launch') this.#launch(seen);
    else if (seen.kind === 'trade') this.#trade(seen);
    else {
      const launch = this.launches.get(seen.mint);
      if (launch) Object.assign(launch, { migratedMs: seen.timeMs, openingPrice: seen.price, after20Min: 1 });
    }
  }

  #launch({ mint, creator, name, hasSocials, slot, timeMs }: Observed & { kind: 'launch' }): void {
    this.launches.set(mint, {
      creator,
      name: name.toLowerCase(),
      hasSocials,
      bornMs: timeMs,
      bornSlot: slot,
      lastMs: timeMs,
      initialSol: 0,
      isSniped: false,
      buys: 0,
      sells: 0,
      poolTrades: 0,
      peakRaisedSol: 0,
      completedMs: null,
      migratedMs: null,
      openingPrice: null,
      after20Min: null,
      washTrades: 0,
    });
  }

  #trade(seen: Observed & { kind: 'trade' }): void {
    const launch = this.launches.get(seen.mint);
    if (!launch) return;
    this.trades += 1;
    launch.lastMs = seen.timeMs;
    this.#lookForWash(seen, launch);
    if (seen.inPool) {
      launch.poolTrades += 1;
      this.poolTrades += 1;
      const { migratedMs, openingPrice } = launch;
      if (migratedMs !== null && openingPrice !== null && seen.timeMs - migratedMs <= 20 * MINUTE_MS)
        launch.after20Min = seen.price / openingPrice;
      return;
    }
    const isCreation = seen.slot === launch.bornSlot;
    if (isCreation && seen.side === 'buy') {
      if (seen.trader !== launch.creator) launch.isSniped = true;
      else if (launch.buys === 0) launch.initialSol = seen.sol;
    }
    if (seen.side === 'buy') launch.buys += 1;
    else launch.sells += 1;
    const raised = seen.raisedSol ?? 0;
    launch.peakRaisedSol = Math.max(launch.peakRaisedSol, raised);
    if (raised >= COMPLETE_SOL) launch.completedMs ??= seen.timeMs;
  }

  /** Both trades of a sale that another wallet buys up in the same slot, from the third time of the same two on. */
  #lookForWash({ mint, trader, side, sol, slot }: Observed & { kind: 'trade' }, launch: LaunchSeen): void {
    let following = this.#following.get(mint);
    if (!following) {
      following = { trader, side, sol, slot, pairs: new Map() };
      this.#following.set(mint, following);
      return;
    }
    const isHandedOn =
      side === 'buy' &&
      following.side === 'sell' &&
      following.slot === slot &&
      following.trader !== trader &&
      Math.abs(sol - following.sol) <= WASH_SIZE * following.sol;
    if (isHandedOn) {
      const pair = [trader, following.trader].sort().join();
      const rounds = (following.pairs.get(pair) ?? 0) + 1;
      following.pairs.set(pair, rounds);
      if (rounds === WASH_ROUNDS) launch.washTrades += 2 * WASH_ROUNDS;
      else if (rounds > WASH_ROUNDS) launch.washTrades += 2;
    }
    Object.assign(following, { trader, side, sol, slot });
  }
}
