/** Asks that wait for one provider. */
import type { Ask, Nearness } from '@cryptonite/contracts/asks';
import { readContentAddress } from './metadata/content-address.js';

export type Waiting = { ask: Ask; partition: number };

/** What nobody knows of a token near a list comes before what is only to be renewed, and both before tokens far from any. */
type Rank = Exclude<Nearness, 'far'> | `${Exclude<Nearness, 'far'>} again` | 'far';
const RANKS: readonly Rank[] = ['listed', 'near', 'listed again', 'near again', 'far'];

const rankOf = ({ nearness, isKnown }: Ask): Rank =>
  nearness === 'far' || !isKnown ? nearness : `${nearness} again`;

/** About a token far from every list, or to be asked of a host that its launch names: it may take all the time there is. */
export const isOuter = (ask: Ask): boolean =>
  ask.nearness === 'far' || (ask.what === 'metadata' && readContentAddress(ask.uri).kind === 'web');

type Place = { rank: Rank; isOuter: boolean; byMint: Map<string, Waiting> };

/** What is only to be renewed waits in line; of what nobody knows the newest comes first, as that is what is looked at now. */
const isInLine = (rank: Rank): boolean => rank.endsWith(' again');

/**
 * In the order of their ranks, of one rank as {@link isInLine} says: after an outage or a start hundreds wait, and what comes
 * now does not wait behind them. Of one mint the newest ask alone, in the place of the one before.
 */
export class AskQueue {
  readonly #places: readonly Place[] = RANKS.flatMap((rank) =>
    [false, true].map((outer) => ({ rank, isOuter: outer, byMint: new Map<string, Waiting>() })),
  );

  /** @param most beyond it the oldest of the last rank falls out: it is asked again. */
  constructor(private readonly most: number) {}

  add(waiting: Waiting): void {
    const { ask } = waiting;
    const rank = rankOf(ask);
    const outer = isOuter(ask);
    for (const place of this.#places)
      if (place.rank === rank && place.isOuter === outer) place.byMint.set(ask.mint, waiting);
      else place.byMint.delete(ask.mint);
    const size = this.#places.reduce((sum, { byMint }) => sum + byMint.size, 0);
    if (size <= this.most) return;
    const last = this.#places.findLast(({ byMint }) => byMint.size > 0);
    if (last) takeAt(last.byMint, 0);
  }

  /** @param withOuter else the first of the others */
  take(withOuter: boolean): Waiting | null {
    const place = this.#places.find(({ byMint, isOuter: outer }) => byMint.size > 0 && (withOuter || !outer));
    if (!place) return null;
    return takeAt(place.byMint, isInLine(place.rank) ? 0 : -1);
  }
}

/** @param at 0 is the oldest, -1 the newest. */
function takeAt(byMint: Map<string, Waiting>, at: 0 | -1): Waiting | null {
  const [mint, waiting] = [...byMint].at(at) ?? [];
  if (mint === undefined || !waiting) return null;
  byMint.delete(mint);
  return waiting;
}
