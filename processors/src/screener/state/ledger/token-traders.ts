import { WHALE_LAMPORTS, WHALE_WINDOW_MS, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TraderState } from '@cryptonite/contracts/states';
import { firstBucketOf, RINGS } from '../../measures/ring.js';
import { BOUGHT } from './buys.js';
import {
  BIG_BUYER,
  CREATOR,
  FIRST_BUYER,
  FIRST_BUYERS,
  OPEN,
  ROLES,
  SNIPER,
  TRADER,
  WHALE,
} from './marks.js';
import { NONE } from './rows.js';
import { type Shard, type ShardChanges, ShardLog } from './shard-log.js';
import type { TokenWallets } from './token-wallets.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** No window reaches a trade that is older. */
const KEPT_MS = RINGS.h1.keepMs + RINGS.h1.widthMs;

/** Wallets that bought of late, in cells of a minute that end with the one of `now`. */
export type Buyers = {
  /** In ten minutes, but for the creator and snipers. */
  organic10m: number;
  in5m: number;
  inThe5mBefore: number;
  /** Before these ten minutes, within the hour before their newest trade; and those of them that hold the token. */
  earlier: number;
  earlierHolding: number;
};

const NO_ROWS: readonly number[] = [];

/** Who traded one token within the hour, and what they bought, by minute; those that have a role are kept beyond it. */
export class TokenTraders {
  readonly log = new ShardLog();
  readonly #wallets: TokenWallets;
  #first = NONE;
  #count = 0;
  #firstBuyers = 0;
  /** Those that may be whale buyers of a window: the others need not be looked at. */
  #bigBuyers: number[] = [];
  /** Snipers are few; most tokens have none. */
  #snipers = NO_ROWS;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
  }

  /**
   * Notes a wallet's trade.
   * @returns its row; and the second of its newest trade before, in ms, null for its first, undefined where that was later
   */
  trade(wallet: string, time: number): { row: number; before: number | null | undefined } {
    const row = this.#wallets.rowOf(wallet);
    const rows = this.#rows;
    this.log.note(row, rows);
    const second = Math.floor(time / SECOND_MS);
    if (!(rows.marks[row]! & TRADER)) {
      this.#add(row);
      rows.tradedAt[row] = second;
      return { row, before: null };
    }
    const before = rows.tradedAt[row]!;
    if (second < before) return { row, before: undefined };
    rows.tradedAt[row] = second;
    return { row, before: before * SECOND_MS };
  }

  #add(row: number): void {
    const rows = this.#rows;
    rows.marks[row]! |= TRADER;
    rows.nextTrader[row] = this.#first;
    this.#first = row;
    this.#count += 1;
  }

  /** Notes what the trader in hand bought. @returns whether it may be a whale buyer */
  buy(row: number, time: number, lamports: bigint): boolean {
    const { buys } = this.#wallets.ledger;
    const rows = this.#rows;
    const minute = Math.floor(time / MINUTE_MS);
    rows.buys[row] = buys.add(rows.buys[row]!, minute, lamports, WINDOW_MS.h1 / MINUTE_MS);
    return this.#noteBig(row);
  }

  #noteBig(row: number): boolean {
    const rows = this.#rows;
    if (rows.marks[row]! & BIG_BUYER) return true;
    if (this.#wallets.ledger.buys.sumFrom(rows.buys[row]!, 0) < WHALE_LAMPORTS) return false;
    rows.marks[row]! |= BIG_BUYER | WHALE;
    this.#bigBuyers.push(row);
    return true;
  }

  /** Gives the trader in hand a role. */
  mark(row: number, role: number): void {
    const { marks } = this.#rows;
    if (role === SNIPER && !(marks[row]! & SNIPER)) this.#snipers = [...this.#snipers, row];
    marks[row]! |= role;
  }

  /** What snipers hold, the creator apart. */
  snipersHold(): bigint {
    const { balance, marks } = this.#rows;
    let sum = 0n;
    for (const row of this.#snipers) if (!(marks[row]! & CREATOR)) sum += balance[row]!;
    return sum;
  }

  /** The snipers that hold the token, the creator apart, the largest first. */
  holdingSnipers(): string[] {
    const { balance, marks } = this.#rows;
    const holding = this.#snipers.filter((row) => balance[row] !== 0n && !(marks[row]! & CREATOR));
    return this.#wallets.byBalance(holding);
  }

  countBuyers(now: number): Buyers {
    const { buys } = this.#wallets.ledger;
    const rows = this.#rows;
    const lateFrom = firstBucketOf(now, WINDOW_MS.m5, MINUTE_MS);
    const from = firstBucketOf(now, 2 * WINDOW_MS.m5, MINUTE_MS);
    const counted = { organic10m: 0, in5m: 0, inThe5mBefore: 0, earlier: 0, earlierHolding: 0 };
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) {
      const spans = buys.spansOf(rows.buys[row]!, lateFrom, from);
      if (spans === 0) continue;
      if (spans & BOUGHT.late) counted.in5m += 1;
      if (spans & BOUGHT.before) counted.inThe5mBefore += 1;
      if (spans !== BOUGHT.earlier && !(rows.marks[row]! & (CREATOR | SNIPER))) counted.organic10m += 1;
      if (!(spans & BOUGHT.earlier)) continue;
      counted.earlier += 1;
      if (rows.balance[row] !== 0n) counted.earlierHolding += 1;
    }
    return counted;
  }

  /** The trader in hand has bought: one of the first, where fewer than {@link FIRST_BUYERS} did before. */
  markFirstBuyer(row: number): void {
    if (this.#firstBuyers === FIRST_BUYERS || this.#rows.marks[row]! & FIRST_BUYER) return;
    this.mark(row, FIRST_BUYER);
    this.#firstBuyers += 1;
  }

  /** The wallets that have one of these roles. */
  withRole(roles: number): string[] {
    const rows = this.#rows;
    return this.#oldestFirst()
      .filter((row) => rows.marks[row]! & roles)
      .map((row) => rows.walletOf(row));
  }

  /** Whale buyers within an hour and within ten minutes. */
  countWhales(now: number): { h1: number; m10: number } {
    const { buys } = this.#wallets.ledger;
    const rows = this.#rows;
    const countOf = (windowMs: number) => {
      const from = firstBucketOf(now, windowMs, MINUTE_MS);
      return this.#bigBuyers.filter((row) => buys.sumFrom(rows.buys[row]!, from) >= WHALE_LAMPORTS).length;
    };
    return { h1: countOf(WHALE_WINDOW_MS.h1), m10: countOf(WHALE_WINDOW_MS.m10) };
  }

  /**
   * Drops those that no window reaches and that have no role, once they are at least as many as the others: an older shard
   * may still hold one that goes, so that all others must be written. Until then they stay.
   */
  prune(now: number): void {
    const rows = this.#rows;
    const isOld = (row: number) => rows.tradedAt[row]! * SECOND_MS < now - KEPT_MS;
    const isDead = (row: number) => isOld(row) && !(rows.marks[row]! & ROLES);
    this.#bigBuyers = this.#bigBuyers.filter((row) => {
      if (!isOld(row)) return true;
      rows.marks[row]! &= ~BIG_BUYER;
      return false;
    });
    let dead = 0;
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) if (isDead(row)) dead += 1;
    if (dead === 0 || 2 * dead < this.#count) return;
    this.#dropIf(isDead);
    this.closeUp();
  }

  #dropIf(isDead: (row: number) => boolean): void {
    const rows = this.#rows;
    let before = NONE;
    for (let row = this.#first; row !== NONE; ) {
      const next = rows.nextTrader[row]!;
      if (isDead(row)) {
        if (before === NONE) this.#first = next;
        else rows.nextTrader[before] = next;
        this.#wallets.ledger.buys.drop(rows.buys[row]!);
        rows.buys[row] = NONE;
        rows.marks[row]! &= ~(TRADER | OPEN | BIG_BUYER);
        this.#count -= 1;
      } else before = row;
      row = next;
    }
  }

  /** Leaves no place of the shards empty. */
  closeUp(): void {
    this.log.closeUp(this.#oldestFirst(), this.#rows);
  }

  #oldestFirst(): number[] {
    const rows = this.#rows;
    const all: number[] = [];
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) all.push(row);
    return all.reverse();
  }

  /** What changed since the last call. */
  takeChanges(): ShardChanges<TraderState> {
    if (this.log.isSparse(this.#count)) this.closeUp();
    return this.log.takeChanges(this.#rows, (row) => this.#stateOf(row));
  }

  /** Oldest first. */
  states(): TraderState[] {
    return this.#oldestFirst().map((row) => this.#stateOf(row));
  }

  #stateOf(row: number): TraderState {
    const rows = this.#rows;
    return {
      wallet: rows.walletOf(row),
      tradedAt: rows.tradedAt[row]! * SECOND_MS,
      buys: this.#wallets.ledger.buys.entries(rows.buys[row]!),
      roles: rows.marks[row]! & ROLES,
    };
  }

  /** Takes all shards that the store holds, in the order of their numbers. Throws where one is missing. */
  restore(shards: readonly Shard<TraderState>[]): void {
    if (!this.log.restore(shards, (entry) => this.#put(entry), this.#rows)) this.closeUp();
    const rows = this.#rows;
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) {
      this.#firstBuyers += Number((rows.marks[row]! & FIRST_BUYER) !== 0);
      if (rows.marks[row]! & SNIPER) this.#snipers = [...this.#snipers, row];
      this.#noteBig(row);
    }
  }

  #put({ wallet, tradedAt, buys, roles }: TraderState): number {
    const row = this.#wallets.rowOf(wallet);
    const rows = this.#rows;
    if (rows.marks[row]! & TRADER) this.#wallets.ledger.buys.drop(rows.buys[row]!);
    else this.#add(row);
    rows.tradedAt[row] = Math.floor(tradedAt / SECOND_MS);
    rows.buys[row] = this.#wallets.ledger.buys.restore(buys);
    rows.marks[row] = (rows.marks[row]! & ~ROLES) | roles;
    return row;
  }

  /** Lets go of all without a role, and of what the others bought. */
  leave(): void {
    const rows = this.#rows;
    this.#dropIf((row) => !(rows.marks[row]! & ROLES));
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) {
      this.#wallets.ledger.buys.drop(rows.buys[row]!);
      rows.buys[row] = NONE;
      rows.marks[row]! &= ~BIG_BUYER;
    }
    this.#bigBuyers = [];
    this.closeUp();
  }

  drop(): void {
    this.#dropIf(() => true);
  }

  get #rows() {
    return this.#wallets.ledger.wallets;
  }
}
