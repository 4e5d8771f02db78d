/** Asks that wait for one provider. */
import type { Ask, Nearness } from '@cryptonite/contracts/asks';
import { readContentAddress } from './metadata/content-address.js';

export type Waiting = { ask: Ask; partition: number };

/** Whether it is asked for the first time, again as nobody answered, or again as what was answered may have changed. */
type Turn = 'first' | 'in vain' | 'renewal';
const turnOf = ({ isKnown, why }: Ask): Turn =>
  isKnown ? 'renewal' : why === 'unanswered' ? 'in vain' : 'first';

/** Of tokens near a list, then of those far from any. */
const RANKS: readonly (readonly [Nearness, Turn])[] = [
  ['listed', 'first'],
  ['near', 'first'],
  ['listed', 'in vain'],
  ['near', 'in vain'],
  ['listed', 'renewal'],
  ['near', 'renewal'],
  ['far', 'first'],
  ['far', 'in vain'],
  ['far', 'renewal'],
];

/** About a token far from every list, or to be asked of a host that its launch names: it may take all the time there is. */
export const isOuter = (ask: Ask): boolean =>
  ask.nearness === 'far' ||
  ask.what === 'website' ||
  (ask.what === 'metadata' && readContentAddress(ask.uri).kind === 'web');

type Place = { nearness: Nearness; turn: Turn; isOuter: boolean; byMint: Map<string, Waiting> };

/**
 * In the order of their ranks. Of what is asked for the first time the newest comes first: after a start or an outage hundreds
 * wait, and what is looked at now does not wait behind them. All else waits in line, so that nothing is passed over for good.
 * Of one mint the newest ask alone, in the place of the one before.
 */
export class AskQueue {
  readonly #places: readonly Place[] = RANKS.flatMap(([nearness, turn]) =>
    [false, true].map((isOuter) => ({ nearness, turn, isOuter, byMint: new Map<string, Waiting>() })),
  );

  /** @param most beyond it the oldest of the last rank falls out: it is asked again. */
  constructor(private readonly most: number) {}

  add(waiting: Waiting): void {
    const { ask } = waiting;
    if (this.#places.some(({ byMint }) => (byMint.get(ask.mint)?.ask.time ?? 0) > ask.time)) return;
    const turn = turnOf(ask);
    const outer = isOuter(ask);
    for (const place of this.#places)
      if (place.nearness === ask.nearness && place.turn === turn && place.isOuter === outer)
        place.byMint.set(ask.mint, waiting);
      else place.byMint.delete(ask.mint);
    const size = this.#places.reduce((sum, { byMint }) => sum + byMint.size, 0);
    if (size <= this.most) return;
    const last = this.#places.findLast(({ byMint }) => byMint.size > 0);
    if (last) takeOldest(last.byMint);
  }

  /** @param withOuter else the first of the others */
  take(withOuter: boolean): Waiting | null {
    const place = this.#places.find(({ byMint, isOuter: outer }) => byMint.size > 0 && (withOuter || !outer));
    if (!place) return null;
    return place.turn === 'first' ? takeNewest(place.byMint) : takeOldest(place.byMint);
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
