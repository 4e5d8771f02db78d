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

type Place = {
  rank: Rank;
  isOuter: boolean;
  /** What is only to be renewed waits in line; of what nobody knows the newest comes first, as that is what is looked at now. */
  isInLine: boolean;
  byMint: Map<string, Waiting>;
};

/**
 * In the order of their ranks, of one rank as `isInLine` says: after an outage or a start hundreds wait, and what comes now
 * does not wait behind them. Of one mint the newest ask alone: in line it keeps the place of the one before, else it comes
 * first again, so that what is still looked at is not passed over for good.
 */
export class AskQueue {
  readonly #places: readonly Place[] = RANKS.flatMap((rank) =>
    [false, true].map((isOuter) => ({
      rank,
      isOuter,
      isInLine: rank === 'listed again' || rank === 'near again',
      byMint: new Map<string, Waiting>(),
    })),
  );

  /** @param most beyond it the oldest of the last rank falls out: it is asked again. */
  constructor(private readonly most: number) {}

  add(waiting: Waiting): void {
    const { ask } = waiting;
    const rank = rankOf(ask);
    const outer = isOuter(ask);
    for (const place of this.#places) {
      const isIts = place.rank === rank && place.isOuter === outer;
      if (!isIts || !place.isInLine) place.byMint.delete(ask.mint);
      if (isIts) place.byMint.set(ask.mint, waiting);
    }
    const size = this.#places.reduce((sum, { byMint }) => sum + byMint.size, 0);
    if (size <= this.most) return;
    const last = this.#places.findLast(({ byMint }) => byMint.size > 0);
    if (last) takeOldest(last.byMint);
  }

  /** @param withOuter else the first of the others */
  take(withOuter: boolean): Waiting | null {
    const place = this.#places.find(({ byMint, isOuter: outer }) => byMint.size > 0 && (withOuter || !outer));
    if (!place) return null;
    return place.isInLine ? takeOldest(place.byMint) : takeNewest(place.byMint);
  }
}

function takeOldest(byMint: Map<string, Waiting>): Waiting | null {
  for (const [mint, waiting] of byMint) {
    byMint.delete(mint);
    return waiting;
  }
  return null;
}

function takeNewest(byMint: Map<string, Waiting>): Waiting | null {
  const newest = [...byMint.keys()].at(-1);
  const waiting = newest === undefined ? undefined : byMint.get(newest);
  if (newest === undefined || !waiting) return null;
  byMint.delete(newest);
  return waiting;
}
