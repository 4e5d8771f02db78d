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

/**
 * In the order of their ranks, the oldest of a rank first; of tokens far from every list the newest, as what was launched just
 * now is looked at, and what has waited for long is asked again. Of one mint the newest ask alone, in the place of the one
 * before.
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
    if (size > this.most) takeOldest(this.#places.toReversed());
  }

  /** @param withOuter else the first of the others */
  take(withOuter: boolean): Waiting | null {
    const places = withOuter ? this.#places : this.#places.filter((place) => !place.isOuter);
    const near = places.filter(({ rank }) => rank !== 'far');
    const far = places.filter(({ rank }) => rank === 'far');
    return takeOldest(near) ?? takeNewest(far);
  }
}

function takeOldest(places: readonly Place[]): Waiting | null {
  for (const { byMint } of places)
    for (const [mint, waiting] of byMint) {
      byMint.delete(mint);
      return waiting;
    }
  return null;
}

function takeNewest(places: readonly Place[]): Waiting | null {
  for (const { byMint } of places) {
    const newest = [...byMint].at(-1);
    if (!newest) continue;
    byMint.delete(newest[0]);
    return newest[1];
  }
  return null;
}
