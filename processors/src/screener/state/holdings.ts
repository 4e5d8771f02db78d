/** Who holds a token, kept current balance by balance. */
import { slotOf } from '@cryptonite/contracts/chain';
import type { AccountState, TokenState } from '@cryptonite/contracts/states';
import { isHolder, type Owners, TOP_HOLDERS } from '../measures/holders.js';

/** So many of the largest are kept in order: a walk over all owners is due only after most of them have left. */
const KEPT_LARGEST = 4 * TOP_HOLDERS;

type Large = { owner: string; balance: bigint };

export class Holdings {
  readonly #balanceOf = new Map<string, bigint>();
  #holders = 0;
  #excluded = 0n;
  #observed = 0n;
  /** Largest first. Of the holders that are not in it, none has more than `#most`. */
  #largest: Large[] = [];
  #mostOfOthers = 0n;
  #bondingCurve: string | null = null;
  #pool: string | null = null;
  /** What stands in accounts seen from slot `from` on. */
  #seen: { from: number; amount: bigint } | null = null;

  /** An account's newest fact: `known` is what stood before. */
  move(known: AccountState | undefined, next: AccountState): void {
    if (known?.owner === next.owner) this.#add(next.owner, next.amount - known.amount);
    else {
      if (known) this.#add(known.owner, -known.amount);
      this.#add(next.owner, next.amount);
    }
    if (this.#seen === null) return;
    if (known && slotOf(known.position) >= this.#seen.from) this.#seen.amount -= known.amount;
    if (slotOf(next.position) >= this.#seen.from) this.#seen.amount += next.amount;
  }

  /** The owners as they stand; `accounts` are walked over only when the gap is new. */
  owners(state: TokenState, accounts: Iterable<AccountState>, gapSlot: number | null): Owners {
    if (state.bondingCurve !== this.#bondingCurve || state.pool !== this.#pool) this.#sortAgain(state);
    else if (this.#largest.length < Math.min(TOP_HOLDERS, this.#holders)) this.#sortAgain(state);
    const top: bigint[] = [];
    for (let place = 0; place < TOP_HOLDERS && place < this.#largest.length; place += 1)
      top.push(this.#largest[place]!.balance);
    return {
      holders: this.#holders,
      excluded: this.#excluded,
      observed:
        gapSlot === null || state.firstSlot >= gapSlot ? this.#observed : this.#seenFrom(gapSlot, accounts),
      top,
    };
  }

  #seenFrom(slot: number, accounts: Iterable<AccountState>): bigint {
    if (this.#seen?.from !== slot) {
      this.#seen = { from: slot, amount: 0n };
      for (const { amount, position } of accounts) if (slotOf(position) >= slot) this.#seen.amount += amount;
    }
    return this.#seen.amount;
  }

  #add(owner: string | null, amount: bigint): void {
    if (owner === null || amount === 0n) return;
    const before = this.#balanceOf.get(owner) ?? 0n;
    const after = before + amount;
    if (after === 0n) this.#balanceOf.delete(owner);
    else this.#balanceOf.set(owner, after);
    this.#observed += amount;
    if (!isHolder(owner, this.#bondingCurve, this.#pool)) {
      this.#excluded += amount;
      return;
    }
    if (before === 0n) this.#holders += 1;
    if (after === 0n) this.#holders -= 1;
    this.#place(owner, before, after);
  }

  #place(owner: string, before: bigint, after: bigint): void {
    const largest = this.#largest;
    if (before > 0n && before >= this.#mostOfOthers) {
      const place = largest.findIndex((large) => large.owner === owner);
      if (place >= 0) largest.splice(place, 1);
    }
    if (after <= this.#mostOfOthers) return;
    let place = largest.length;
    while (place > 0 && largest[place - 1]!.balance < after) place -= 1;
    largest.splice(place, 0, { owner, balance: after });
    if (largest.length > KEPT_LARGEST) this.#mostOfOthers = largest.pop()!.balance;
  }

  #sortAgain({ bondingCurve, pool }: TokenState): void {
    this.#bondingCurve = bondingCurve;
    this.#pool = pool;
    this.#holders = 0;
    this.#excluded = 0n;
    this.#largest = [];
    this.#mostOfOthers = 0n;
    for (const [owner, balance] of this.#balanceOf) {
      if (isHolder(owner, bondingCurve, pool)) {
        this.#holders += 1;
        this.#place(owner, 0n, balance);
      } else this.#excluded += balance;
    }
  }
}
