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
  /** The bank that is confirmed; null for a confirmation that names none, undefined without one. */
  #confirmed: number | null | undefined;

  add(transaction: ReceivedTransaction): void {
    this.#bankOf(transaction.bankId).transactions.push(transaction);
  }

  end(bankId: number | null, meta: Meta): void {
    this.#bankOf(bankId).meta = meta;
  }

  confirm(bankId: number | null): void {
    this.#confirmed ??= bankId;
  }

  get isConfirmed(): boolean {
    return this.#confirmed !== undefined;
  }

  /** The bank whose content is given out: the confirmed one, or else the only one; undefined where none is known to be it. */
  get bankId(): number | null | undefined {
    const named = [...this.#banks.keys()].filter((id) => id !== null);
    if (this.#confirmed != null) return this.#confirmed;
    return named.length > 1 ? undefined : (named[0] ?? null);
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

  /** Forgets a bank that is dead; whether anything is left. */
  bury(bankId: number | null): boolean {
    if (bankId === null) this.#banks.clear();
    else this.#banks.delete(bankId);
    return this.#banks.size > 0;
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
