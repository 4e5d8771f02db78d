export type ReceivedTransaction = {
  slot: number;
  /** Of several banks of a slot the one it was run in; null where the provider names none. */
  bankId: number | null;
  index: number;
  body: DataView;
  /** Wall clock at which it came, in ms: for latency only. */
  receivedAtMs: number;
};

type Meta = { parentSlot: number | null; timeMs: number | null };

/** What one leader made of a slot: since protocol 14 of providers a slot may have several, told apart by an id. */
type Bank = { transactions: ReceivedTransaction[]; meta: Meta | null };

/** What came of a slot that is not given out yet, by bank; `null` stands for updates that name none. */
export class PendingSlot {
  readonly #banks = new Map<number | null, Bank>();
  readonly #dead: Set<number>;
  /** The bank that is confirmed; null for a confirmation that names none, undefined without one. */
  #confirmed: number | null | undefined;

  /** @param dead banks of it that were told dead before */
  constructor(dead: ReadonlySet<number> = new Set()) {
    this.#dead = new Set(dead);
  }

  add(transaction: ReceivedTransaction): void {
    this.#bankOf(transaction.bankId).transactions.push(transaction);
  }

  end(bankId: number | null, meta: Meta): void {
    this.#bankOf(bankId).meta = meta;
  }

  confirm(bankId: number | null): void {
    this.#confirmed ??= bankId;
  }

  /** Marks a bank as dead: what came for it is kept, for it may be confirmed all the same. */
  bury(bankId: number): void {
    this.#dead.add(bankId);
  }

  get isConfirmed(): boolean {
    return this.#confirmed !== undefined;
  }

  /** Whether all that came is of dead banks. */
  get isDead(): boolean {
    return !this.isConfirmed && [...this.#banks.keys()].every((id) => id !== null && this.#dead.has(id));
  }

  /**
   * The bank whose content is given out: the confirmed one, or else the only one, also the only one that is not dead;
   * undefined where none is known to be it.
   */
  get bankId(): number | null | undefined {
    if (this.#confirmed != null) return this.#confirmed;
    const named = [...this.#banks.keys()].filter((id) => id !== null);
    const living = named.filter((id) => !this.#dead.has(id));
    const [first = null, ...others] = living.length > 0 ? living : named;
    return others.length > 0 ? undefined : first;
  }

  /** The end of the bank that is given out, by itself or by an update that names no bank. */
  get meta(): Meta | null {
    const { bankId } = this;
    if (bankId === undefined) return null;
    return this.#banks.get(bankId)?.meta ?? this.#banks.get(null)?.meta ?? null;
  }

  /** Of the bank that is given out, in the order in which they came; of all of them where that is not known. */
  get transactions(): ReceivedTransaction[] {
    const { bankId } = this;
    return [...this.#banks].flatMap(([id, { transactions }]) =>
      bankId === undefined || id === bankId || id === null ? transactions : [],
    );
  }

  /** How many came for banks that are not given out. */
  get passedBy(): number {
    const all = [...this.#banks.values()].reduce((sum, { transactions }) => sum + transactions.length, 0);
    return all - this.transactions.length;
  }

  #bankOf(bankId: number | null): Bank {
    let bank = this.#banks.get(bankId);
    if (!bank) {
      bank = { transactions: [], meta: null };
      this.#banks.set(bankId, bank);
    }
    return bank;
  }
}
