/** One provider at work: what waits for it, and what it has in hand. */
import { type Ask, NEARNESS } from '@cryptonite/contracts/asks';
import { AskQueue, isOuter, type Waiting } from './ask-queue.js';

/** As many asks as 1,500 live tokens have of one kind, and as many again. */
const WAITING_MOST = 3_000;

/** About the same mint, and the same names in its document: an answer about those of before would be passed by. */
const isSameQuestion = (a: Ask, b: Ask): boolean =>
  a.mint === b.mint && NAMED.every((name) => (a as Named)[name] === (b as Named)[name]);
const NAMED = ['uri', 'pictureSha256', 'twitterHandle', 'telegramHandle', 'website'] as const;
type Named = { [name in (typeof NAMED)[number]]?: string | null };

export class Lane {
  readonly #queue = new AskQueue(WAITING_MOST);
  readonly #inHand = new Map<Waiting, Promise<void>>();
  #outerInHand = 0;
  #isClosed = false;

  /**
   * @param atOnce at most half of them, {@link isOuter}: what launches name, however slow, leaves room for the others
   * @param work never rejects; an ask counts as in hand until it is done
   */
  constructor(
    private readonly atOnce: number,
    private readonly work: (waiting: Waiting) => Promise<void>,
  ) {}

  /** What is in hand answers the same question too, unless this ask is nearer and so comes before it. */
  add(waiting: Waiting): void {
    const { ask } = waiting;
    for (const { ask: inHand } of this.#inHand.keys())
      if (isSameQuestion(inHand, ask) && NEARNESS.indexOf(inHand.nearness) <= NEARNESS.indexOf(ask.nearness))
        return;
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
      const next = this.#queue.take(this.#outerInHand < this.atOnce / 2);
      if (next === null) return;
      const outer = isOuter(next.ask) ? 1 : 0;
      this.#outerInHand += outer;
      const done = this.work(next).finally(() => {
        this.#inHand.delete(next);
        this.#outerInHand -= outer;
        this.#begin();
      });
      this.#inHand.set(next, done);
    }
  }
}
