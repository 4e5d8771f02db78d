/** What the owners of a token hold, kept current balance by balance. */
import { type Owners, TOP_HOLDERS } from '../../measures/holders.js';
import { NONE } from './rows.js';
import type { TokenWallets } from './token-wallets.js';

/** So many of the largest are kept in order: a walk over all owners is due only after most of them have left. */
const KEPT_LARGEST = 4 * TOP_HOLDERS;

/** Where the venue's own stock lies. */
type Venue = { bondingCurve: string | null; pool: string | null };

export class Holdings {
  readonly #wallets: TokenWallets;
  #holders = 0;
  #excluded = 0n;
  #observed = 0n;
  /** Rows of wallets, the largest balance first. Of the holders that are not among them, none has more than `#mostOfOthers`. */
  #largest: number[] = [];
  #mostOfOthers = 0n;
  /** The venue by which it was last asked. */
  #bondingCurve: string | null = null;
  #pool: string | null = null;
  /** Their numbers among the wallets' keys, held. */
  #curveKey = NONE;
  #poolKey = NONE;

  constructor(wallets: TokenWallets) {
    this.#wallets = wallets;
  }

  /** What all accounts hold whose owner is known. */
  get observed(): bigint {
    return this.#observed;
  }

  /** What the owner with that key, NONE for an unknown one, has more than before. */
  add(key: number, amount: bigint): void {
    if (key === NONE || amount === 0n) return;
    const row = this.#wallets.rowOfKey(key);
    const { balance } = this.#wallets.ledger.wallets;
    const before = balance[row]!;
    balance[row] = before + amount;
    const after = balance[row]!;
    this.#wallets.noteBalance(row, before);
    this.#observed += amount;
    if (!this.isHolder(key)) {
      this.#excluded += amount;
      return;
    }
    if (before === 0n) this.#holders += 1;
    if (after === 0n) this.#holders -= 1;
    this.#place(row, before, after);
  }

  /** The owners as they stand; `observed` is what is known to be held, `answered` what of it answers alone tell. */
  owners(venue: Venue, observed: bigint, answered: bigint): Owners {
    const isMoved = venue.bondingCurve !== this.#bondingCurve || venue.pool !== this.#pool;
    if (isMoved) this.#moveVenue(venue);
    if (isMoved || this.#largest.length < Math.min(TOP_HOLDERS, this.#holders)) this.#sortAgain();
    const { balance } = this.#wallets.ledger.wallets;
    const top = this.#largest.slice(0, TOP_HOLDERS).map((row) => balance[row]!);
    return { holders: this.#holders, excluded: this.#excluded, observed, answered, top };
  }

  /** The holders with the most, once {@link Holdings.owners} told them: a walk, as of equals it does not matter who came first. */
  largest(): string[] {
    const { wallets } = this.#wallets.ledger;
    const last = this.#largest[Math.min(TOP_HOLDERS, this.#largest.length) - 1];
    if (last === undefined) return [];
    const least = wallets.balance[last]!;
    const rows = [...this.#wallets.rows()].filter(
      (row) => wallets.balance[row]! >= least && this.isHolder(wallets.keyOf(row)),
    );
    return this.#wallets.byBalance(rows).slice(0, TOP_HOLDERS);
  }

  /** Lets go of the keys that it holds. */
  drop(): void {
    this.#moveVenue({ bondingCurve: null, pool: null });
  }

  /** Whether an owner is none of those who never count, once {@link Holdings.owners} told which venue it has. */
  isHolder(key: number): boolean {
    return key !== this.#curveKey && key !== this.#poolKey && !this.#wallets.ledger.isNeverHolder(key);
  }

  #moveVenue({ bondingCurve, pool }: Venue): void {
    const { keys } = this.#wallets.ledger;
    const before = [this.#curveKey, this.#poolKey];
    this.#bondingCurve = bondingCurve;
    this.#pool = pool;
    this.#curveKey = bondingCurve === null ? NONE : keys.hold(bondingCurve);
    this.#poolKey = pool === null ? NONE : keys.hold(pool);
    for (const key of before) if (key !== NONE) keys.letGo(key);
  }

  #place(row: number, before: bigint, after: bigint): void {
    const { balance } = this.#wallets.ledger.wallets;
    const largest = this.#largest;
    if (before > 0n && before >= this.#mostOfOthers) {
      const place = largest.indexOf(row);
      if (place >= 0) largest.splice(place, 1);
    }
    if (after <= this.#mostOfOthers) return;
    let place = largest.length;
    while (place > 0 && balance[largest[place - 1]!]! < after) place -= 1;
    // Of just its length: of most tokens there are a handful.
    this.#largest = largest.toSpliced(place, 0, row);
    if (this.#largest.length > KEPT_LARGEST) this.#mostOfOthers = balance[this.#largest.pop()!]!;
  }

  #sortAgain(): void {
    const { wallets } = this.#wallets.ledger;
    this.#holders = 0;
    this.#excluded = 0n;
    this.#largest = [];
    this.#mostOfOthers = 0n;
    for (const row of this.#wallets.rows()) {
      const balance = wallets.balance[row]!;
      if (balance === 0n) continue;
      if (this.isHolder(wallets.keyOf(row))) {
        this.#holders += 1;
        this.#place(row, 0n, balance);
      } else this.#excluded += balance;
    }
  }
}
