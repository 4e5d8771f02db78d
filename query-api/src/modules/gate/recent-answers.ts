type Kept<Answer> = { answer: Promise<Answer>; untilMs: number };

/** Remembers answers for a while, from when they were asked for. What failed is asked again by whoever comes next. */
export class RecentAnswers<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(
    private readonly forMs: number,
    /** The oldest is forgotten first. */
    private readonly most: number,
  ) {}

  get size(): number {
    return this.#kept.size;
  }

  /** What was asked for first is over first. */
  forgetOld(nowMs: number): void {
    for (const [key, { untilMs }] of this.#kept) {
      if (untilMs > nowMs) return;
      this.#kept.delete(key);
    }
  }

  forget(isMeant: (key: string) => boolean): void {
    for (const key of this.#kept.keys()) if (isMeant(key)) this.#kept.delete(key);
  }

  of(key: string, nowMs: number, ask: () => Promise<Answer>): Promise<Answer> {
    this.forgetOld(nowMs);
    const known = this.#kept.get(key);
    if (known) return known.answer;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= this.most && oldest !== undefined) this.#kept.delete(oldest);
    const kept = { answer: ask(), untilMs: nowMs + this.forMs };
    this.#kept.set(key, kept);
    kept.answer.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept.answer;
  }
}
