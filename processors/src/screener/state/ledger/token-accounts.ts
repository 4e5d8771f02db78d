import type { AccountState } from '@cryptonite/contracts/states';
import type { Owners } from '../../measures/holders.js';
import { Holdings } from './holdings.js';
import { NONE } from './rows.js';
import { type Shard, type ShardChanges, ShardLog } from './shard-log.js';
import type { TokenWallets } from './token-wallets.js';

/** So many accounts of one token are kept: anybody may give dust of it to any number, and each costs memory and a walk. */
export const MOST_ACCOUNTS = 20_000;
/** Where so many are left without those that can go unnoticed, others go. */
const MOST_HOLDING = 15_000;

/** The accounts of one token, and what their owners hold. */
export class TokenAccounts {
  readonly log = new ShardLog();
  readonly #wallets: TokenWallets;
  readonly #holdings: Holdings;
  #first = NONE;
  #size = 0;
  /** What stands in accounts that answers alone tell. */
  #answered = 0n;
  /** What stands in accounts seen from slot `from` on, and what of it answers alone tell. */
  #seen: { from: number; amount: bigint; answered: bigint } | null = null;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
    this.#holdings = new Holdings(wallets);
  }

  /**
   * The newest position of an account wins; an older one changes nothing. Nor does what is before `from` of an account that
   * is not kept: it may be one that was let go.
   * @returns whether there are more than are kept, so that {@link makeRoom} is due
   */
  set(next: AccountState, from?: string): boolean {
    if (from !== undefined && next.position < from && !this.#isKept(next.account)) return false;
    const row = this.#put(next);
    if (row !== NONE) this.log.note(row, this.#rows);
    return this.#size > MOST_ACCOUNTS;
  }

  #isKept(account: string): boolean {
    return this.#rows.find(this.#wallets.token, account) !== NONE;
  }

  /** @returns the row that changed, NONE where a newer fact was there. */
  #put({ account, owner, amount, position }: AccountState): number {
    const rows = this.#rows;
    const known = rows.find(this.#wallets.token, account);
    if (known !== NONE && !rows.isBefore(known, position)) return NONE;
    const row = known === NONE ? this.#add(account) : known;
    const amountBefore = rows.amount[row]!;
    this.#count(row, -amountBefore);
    // Held until the new owner is put down.
    const { keys } = this.#wallets.ledger;
    const before = rows.owner[row]!;
    if (before !== NONE) keys.holdAgain(before);
    rows.set(row, owner, amount, position);
    const after = rows.owner[row]!;
    if (before === after) this.#holdings.add(after, amount - amountBefore);
    else {
      this.#holdings.add(before, -amountBefore);
      this.#holdings.add(after, amount);
    }
    if (before !== NONE) keys.letGo(before);
    this.#count(row, amount);
    return row;
  }

  /** Has the sums hold what stands in a row, or less of it. */
  #count(row: number, amount: bigint): void {
    const isAnswered = this.#rows.isAnswered(row);
    if (isAnswered) this.#answered += amount;
    if (this.#seen === null || this.#rows.slotOf(row) < this.#seen.from) return;
    this.#seen.amount += amount;
    if (isAnswered) this.#seen.answered += amount;
  }

  #add(account: string): number {
    const rows = this.#rows;
    const row = rows.add(this.#wallets.token, account);
    rows.next[row] = this.#first;
    this.#first = row;
    this.#size += 1;
    return row;
  }

  /** The owners as they stand; what was seen before slot `gapSlot` is not known to be held still. */
  owners(
    state: { bondingCurve: string | null; pool: string | null; firstSlot: number },
    gapSlot: number | null,
  ): Owners {
    const isWhole = gapSlot === null || state.firstSlot >= gapSlot;
    if (isWhole) return this.#holdings.owners(state, this.#holdings.observed, this.#answered);
    const { amount, answered } = this.#seenFrom(gapSlot);
    return this.#holdings.owners(state, amount, answered);
  }

  /** The owners with the most, largest first. */
  largestOwners(): string[] {
    return this.#holdings.largest();
  }

  /** The accounts of holders that hold the most, largest first; equals by address, so that a restart says the same. */
  largest(most: number): { account: string; amount: bigint }[] {
    const rows = this.#rows;
    const held: number[] = [];
    for (let row = this.#first; row !== NONE; row = rows.next[row]!)
      if (rows.amount[row] !== 0n && this.#holdings.isHolder(rows.owner[row]!)) held.push(row);
    const compare = (a: number, b: number): number =>
      Number(rows.amount[b]! - rows.amount[a]!) || (rows.accountOf(a) < rows.accountOf(b) ? -1 : 1);
    return held
      .sort(compare)
      .slice(0, most)
      .map((row) => ({ account: rows.accountOf(row), amount: rows.amount[row]! }));
  }

  #seenFrom(from: number): { amount: bigint; answered: bigint } {
    if (this.#seen?.from === from) return this.#seen;
    const rows = this.#rows;
    let amount = 0n;
    let answered = 0n;
    for (let row = this.#first; row !== NONE; row = rows.next[row]!) {
      if (rows.slotOf(row) < from) continue;
      amount += rows.amount[row]!;
      if (rows.isAnswered(row)) answered += rows.amount[row]!;
    }
    this.#seen = { from, amount, answered };
    return this.#seen;
  }

  /**
   * Drops the empty ones whose newest fact is before a slot, once they are at least as many as the others: an older shard
   * may still hold one that goes, so that all others must be written. Until then they stay.
   */
  prune(oldestSlot: number): void {
    const rows = this.#rows;
    let dead = 0;
    for (let row = this.#first; row !== NONE; row = rows.next[row]!)
      if (this.#isDead(row, oldestSlot)) dead += 1;
    if (dead > 0 && 2 * dead >= this.#size) this.#dropIf((row) => this.#isDead(row, oldestSlot));
  }

  /** Nothing about it comes any more, and it holds nothing. */
  #isDead(row: number, oldestSlot: number): boolean {
    return this.#rows.amount[row] === 0n && this.#rows.slotOf(row) < oldestSlot;
  }

  /**
   * Lets go of the empty ones that {@link prune} would let go of, and where more than three quarters are left, of those that
   * hold no more than the median of them does: what they held is observed no more.
   * @returns whether of these, too
   */
  makeRoom(oldestSlot: number): boolean {
    const rows = this.#rows;
    const amounts: number[] = [];
    for (let row = this.#first; row !== NONE; row = rows.next[row]!)
      if (!this.#isDead(row, oldestSlot)) amounts.push(Number(rows.amount[row]!));
    if (amounts.length <= MOST_HOLDING) {
      this.#dropIf((row) => this.#isDead(row, oldestSlot));
      return false;
    }
    // Those that are empty are among them.
    const median = Float64Array.from(amounts).sort()[amounts.length >> 1]!;
    this.#dropIf((row) => Number(rows.amount[row]!) <= median);
    this.#wallets.prune();
    return true;
  }

  #dropIf(isDropped: (row: number) => boolean): void {
    const rows = this.#rows;
    let before = NONE;
    for (let row = this.#first; row !== NONE; ) {
      const next = rows.next[row]!;
      if (isDropped(row)) {
        const amount = rows.amount[row]!;
        this.#count(row, -amount);
        this.#holdings.add(rows.owner[row]!, -amount);
        if (before === NONE) this.#first = next;
        else rows.next[before] = next;
        rows.remove(row);
        this.#size -= 1;
      } else before = row;
      row = next;
    }
    this.closeUp();
  }

  /** Leaves no place of the shards empty. */
  closeUp(): void {
    this.log.closeUp(this.#oldestFirst(), this.#rows);
  }

  #oldestFirst(): number[] {
    const rows = this.#rows;
    const all: number[] = [];
    for (let row = this.#first; row !== NONE; row = rows.next[row]!) all.push(row);
    return all.reverse();
  }

  /** What changed since the last call. */
  takeChanges(): ShardChanges<AccountState> {
    if (this.log.isSparse(this.#size)) this.closeUp();
    return this.log.takeChanges(this.#rows, (row) => this.#rows.stateOf(row));
  }

  /** Oldest first. */
  states(): AccountState[] {
    return this.#oldestFirst().map((row) => this.#rows.stateOf(row));
  }

  /** Takes all shards that the store holds, in the order of their numbers. Throws where one is missing. */
  restore(shards: readonly Shard<AccountState>[]): void {
    const put = (entry: AccountState) => {
      this.#put(entry);
      return this.#rows.find(this.#wallets.token, entry.account);
    };
    if (!this.log.restore(shards, put, this.#rows)) this.closeUp();
  }

  drop(): void {
    const rows = this.#rows;
    for (let row = this.#first; row !== NONE; ) {
      const next = rows.next[row]!;
      rows.remove(row);
      row = next;
    }
    this.#first = NONE;
    this.#holdings.drop();
  }

  get #rows() {
    return this.#wallets.ledger.accounts;
  }
}
