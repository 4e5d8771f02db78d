/** Gathers news of all lists, so that the page tells of it once in 20 s at most. */

/** What comes within this time of the first is told with it: a change of rules or of the price of SOL brings several. */
const BURST_MS = 1_000;
export const TELLS_EVERY_MS = 20_000;

export class NewsGatherer<News> {
  #gathered: News[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;
  #tell: ((news: readonly News[]) => void) | null = null;

  /** Hands what was gathered to `tell` from now on; what is returned ends that. */
  listen(tell: (news: readonly News[]) => void): () => void {
    this.#tell = tell;
    return () => {
      if (this.#tell === tell) this.#tell = null;
    };
  }

  add(news: readonly News[]): void {
    if (news.length === 0) return;
    this.#gathered.push(...news);
    const waitMs = Math.max(BURST_MS, this.#toldAt + TELLS_EVERY_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#tellAll(), waitMs);
  }

  /** Forgets what was not told. */
  clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#gathered = [];
  }

  #tellAll(): void {
    const news = this.#gathered;
    this.clear();
    this.#toldAt = performance.now();
    this.#tell?.(news);
  }
}
