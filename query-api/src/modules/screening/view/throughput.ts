/** Records per second over the last `spanMs`, from running totals by partition. The caller brings the clock. */
export class Throughput {
  readonly #totals = new Map<number, number>();
  #added: { at: number; records: number }[] = [];

  constructor(
    private readonly spanMs: number,
    private readonly since: number,
  ) {}

  /** A total lower than the one before is a fold that began anew: it adds nothing. */
  observe(partition: number, total: number, now: number): void {
    const before = this.#totals.get(partition);
    this.#totals.set(partition, total);
    if (before !== undefined && total > before) this.#added.push({ at: now, records: total - before });
    this.#forget(now);
  }

  /** Null until a second has been watched. */
  perSecond(now: number): number | null {
    if (now - this.since < 1_000) return null;
    this.#forget(now);
    const watchedMs = Math.min(this.spanMs, now - this.since);
    return this.#added.reduce((total, { records }) => total + records, 0) / (watchedMs / 1_000);
  }

  #forget(now: number): void {
    while (this.#added[0] && this.#added[0].at <= now - this.spanMs) this.#added.shift();
  }
}
