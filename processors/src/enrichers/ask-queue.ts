/** Asks that wait for one provider. */
import type { Ask, Nearness } from '@cryptonite/contracts/asks';

export type Waiting = { ask: Ask; partition: number };

/** What nobody knows of a token near a list comes before what is only to be renewed, and both before tokens far from any. */
type Rank = Exclude<Nearness, 'far'> | `${Exclude<Nearness, 'far'>} again` | 'far';
const RANKS: readonly Rank[] = ['listed', 'near', 'listed again', 'near again', 'far'];

const rankOf = ({ nearness, why }: Ask): Rank =>
  nearness === 'far' || why !== 'due' ? nearness : `${nearness} again`;

/** In the order of their ranks, the oldest of a rank first; of one mint the newest ask alone, in the place of the one before. */
export class AskQueue {
  readonly #byRank = new Map(RANKS.map((rank) => [rank, new Map<string, Waiting>()]));

  /** @param most beyond it the oldest of the last rank falls out: it is asked again. */
  constructor(private readonly most: number) {}

  get size(): number {
    let size = 0;
    for (const waiting of this.#byRank.values()) size += waiting.size;
    return size;
  }

  add(waiting: Waiting): void {
    const { ask } = waiting;
    const rank = rankOf(ask);
    for (const [other, byMint] of this.#byRank) if (other !== rank) byMint.delete(ask.mint);
    this.#byRank.get(rank)?.set(ask.mint, waiting);
    if (this.size > this.most) this.#takeFrom([...this.#byRank.values()].reverse());
  }

  take(): Waiting | null {
    return this.#takeFrom(this.#byRank.values());
  }

  #takeFrom(ranks: Iterable<Map<string, Waiting>>): Waiting | null {
    for (const byMint of ranks)
      for (const [mint, waiting] of byMint) {
        byMint.delete(mint);
        return waiting;
      }
    return null;
  }
}
