/** One provider at work: what waits for it, and what it has in hand. */
import { AskQueue, type Waiting } from './ask-queue.js';

/** As many asks as 1,500 live tokens have of one kind, and as many again. */
const WAITING_MOST = 3_000;

export class Lane {
  readonly #queue = new AskQueue(WAITING_MOST);
  readonly #inHand = new Map<string, Promise<void>>();
  #isClosed = false;

  /** @param work never rejects; an ask counts as in hand until it is done */
  constructor(
    private readonly atOnce: number,
    private readonly work: (waiting: Waiting) => Promise<void>,
  ) {}

  get waiting(): number {
    return this.#queue.size;
  }

  /** What is in hand about the same mint answers this ask too. */
  add(waiting: Waiting): void {
    if (this.#inHand.has(waiting.ask.mint)) return;
    this.#queue.add(waiting);
    this.#begin();
  }

  /** Begins nothing any more; resolves once nothing is in hand. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#inHand.values());
  }

  #begin(): void {
    while (!this.#isClosed && this.#inHand.size < this.atOnce) {
      const next = this.#queue.take();
      if (next === null) return;
      const { mint } = next.ask;
      const done = this.work(next).finally(() => {
        this.#inHand.delete(mint);
        this.#begin();
      });
      this.#inHand.set(mint, done);
    }
  }
}
