import { WHALE_LAMPORTS, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { TraderState } from '@cryptonite/contracts/states';
import { RINGS } from '../../measures/ring.js';
import { SALES_A_MINUTE, saleNumber } from './buys.js';
import { addWhale, countHoldingWhales, countWhales, type Whales } from './count-whales.js';
import {
  BIG_BUYER,
  CREATOR,
  EARLIER,
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
import { type Counts, TraderCount } from './trader-count.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** No window reaches a trade that is older. */
const KEPT_MS = RINGS.h1.keepMs + RINGS.h1.widthMs;

/** So many traders of one token are kept: each costs memory, and a walk a minute. */
export const MOST_TRADERS = 20_000;

const NO_ROWS: readonly number[] = [];
const MINUTES = WINDOW_MS.h1 / MINUTE_MS;
/** A sale within so many minutes of a purchase of the wallet's own is one of what it had just bought. */
const FLIPPED_WITHIN = WINDOW_MS.m5 / MINUTE_MS;

/** Who traded one token within the hour, and what they bought and sold, by minute; those that have a role are kept beyond it. */
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
  readonly #counter: TraderCount;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
    this.#counter = new TraderCount(wallets);
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

  /** Notes what the trader in hand bought. */
  buy(row: number, time: number, lamports: bigint): void {
    const { buys } = this.#wallets.ledger;
    const rows = this.#rows;
    const minute = Math.floor(time / MINUTE_MS);
    const before = this.#counter.bitsOf(row, minute);
    rows.buys[row] = buys.add(rows.buys[row]!, minute, lamports, MINUTES);
    this.#counter.note(row, before);
    this.#noteBig(row);
  }

  /** Notes what the trader in hand sold. */
  sell(row: number, time: number, lamports: bigint): void {
    const { buys, sells } = this.#wallets.ledger;
    const rows = this.#rows;
    const minute = Math.floor(time / MINUTE_MS);
    const isFlip = buys.hasFrom(rows.buys[row]!, minute - FLIPPED_WITHIN);
    const before = this.#counter.bitsOf(row, minute);
    rows.sells[row] = sells.add(
      rows.sells[row]!,
      saleNumber(minute, isFlip),
      lamports,
      SALES_A_MINUTE * MINUTES,
    );
    this.#counter.note(row, before);
  }

  #noteBig(row: number): void {
    const rows = this.#rows;
    if (rows.marks[row]! & BIG_BUYER) return;
    if (this.#wallets.ledger.buys.sumFrom(rows.buys[row]!, 0) < WHALE_LAMPORTS) return;
    rows.marks[row]! |= BIG_BUYER | WHALE;
    this.#bigBuyers.push(row);
  }

  /** Gives the trader in hand a role. */
  mark(row: number, role: number): void {
    const { marks } = this.#rows;
    if (marks[row]! & role) return;
    if (role === SNIPER) this.#snipers = [...this.#snipers, row];
    if (role === SNIPER || role === CREATOR) this.#counter.forget();
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

  count(now: number): Counts {
    return this.#counter.at(now, this.#first);
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

  countWhales(now: number): Whales {
    return countWhales(this.#wallets.ledger, this.#bigBuyers, now);
  }

  /** Those of {@link countWhales} within the hour that hold the token. */
  countHoldingWhales(now: number): number {
    return countHoldingWhales(this.#wallets.ledger, this.#bigBuyers, now);
  }

  /** Adds to {@link countWhales} what the trader in hand counts, or takes it away with -1. */
  addWhale(to: Whales, row: number, now: number, by: 1 | -1): void {
    if (this.#rows.marks[row]! & BIG_BUYER) addWhale(to, this.#wallets.ledger, row, now, by);
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

  /**
   * Once there are more than {@link MOST_TRADERS}, drops those that traded no later than the median of them did, the creator,
   * snipers and first buyers apart: of these there are never many.
   * @returns the end of the second in which the newest that went traded, ms; null where all are kept
   */
  letOldestGo(): number | null {
    if (this.#count <= MOST_TRADERS) return null;
    const rows = this.#rows;
    const mayGo = (row: number) => !(rows.marks[row]! & (CREATOR | SNIPER | FIRST_BUYER));
    const tradedAt: number[] = [];
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!)
      if (mayGo(row)) tradedAt.push(rows.tradedAt[row]!);
    const median = Uint32Array.from(tradedAt).sort()[tradedAt.length >> 1];
    if (median === undefined) return null;
    const goes = (row: number) => mayGo(row) && rows.tradedAt[row]! <= median;
    this.#bigBuyers = this.#bigBuyers.filter((row) => !goes(row));
    this.#dropIf(goes);
    this.closeUp();
    this.#wallets.prune();
    return (median + 1) * SECOND_MS;
  }

  #dropIf(isDead: (row: number) => boolean): void {
    const rows = this.#rows;
    this.#counter.forget();
    let before = NONE;
    for (let row = this.#first; row !== NONE; ) {
      const next = rows.nextTrader[row]!;
      if (isDead(row)) {
        if (before === NONE) this.#first = next;
        else rows.nextTrader[before] = next;
        this.#dropTrades(row);
        rows.marks[row]! &= ~(TRADER | OPEN | BIG_BUYER | EARLIER | ROLES);
        this.#count -= 1;
      } else before = row;
      row = next;
    }
  }

  #dropTrades(row: number): void {
    const { ledger } = this.#wallets;
    ledger.buys.drop(ledger.wallets.buys[row]!);
    ledger.sells.drop(ledger.wallets.sells[row]!);
    ledger.wallets.buys[row] = NONE;
    ledger.wallets.sells[row] = NONE;
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
      sells: this.#wallets.ledger.sells.entries(rows.sells[row]!).map(({ minute, lamports }) => ({
        minute: Math.floor(minute / SALES_A_MINUTE),
        isFlip: minute % SALES_A_MINUTE === 1,
        lamports,
      })),
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

  #put({ wallet, tradedAt, buys, sells, roles }: TraderState): number {
    const row = this.#wallets.rowOf(wallet);
    const rows = this.#rows;
    const { ledger } = this.#wallets;
    if (rows.marks[row]! & TRADER) this.#dropTrades(row);
    else this.#add(row);
    rows.tradedAt[row] = Math.floor(tradedAt / SECOND_MS);
    rows.buys[row] = ledger.buys.restore(buys);
    rows.sells[row] = ledger.sells.restore(
      sells.map(({ minute, isFlip, lamports }) => ({ minute: saleNumber(minute, isFlip), lamports })),
    );
    rows.marks[row] = (rows.marks[row]! & ~ROLES) | roles;
    return row;
  }

  /** Lets go of all without a role, and of what the others bought. */
  leave(): void {
    const rows = this.#rows;
    this.#dropIf((row) => !(rows.marks[row]! & ROLES));
    for (let row = this.#first; row !== NONE; row = rows.nextTrader[row]!) {
      this.#dropTrades(row);
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
