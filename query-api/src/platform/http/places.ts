import type { ProblemError } from './problem.js';
import type { Counted } from './visitor-address.js';

export type PlacesOptions = {
  /** Of all together. */
  most: number;
  /** Of one caller; a network has as many times that as it counts for. */
  mostOfCaller: number;
  /** What is said to a caller that holds as many as it may. */
  refuseCaller: (held: number, caller: string) => ProblemError;
  /** What is said where all hold as many as the newcomer, or one more. */
  refuseAll: () => ProblemError;
};

type Place = { callers: readonly Counted[]; cut: () => void };

/** What few may do at once: where places are short, they are shared alike by callers, those of one wide network taken together. */
export class Places {
  readonly #all = new Set<Place>();
  /** By the name of a caller, and of each network that it is in; the oldest first. */
  readonly #held = new Map<string, Set<Place>>();

  constructor(private readonly options: PlacesOptions) {}

  get size(): number {
    return this.#all.size;
  }

  /** Throws where this caller or all of them hold as many as may. */
  check(callers: readonly Counted[]): void {
    const { most, mostOfCaller, refuseCaller } = this.options;
    for (const { name, times } of callers)
      if (this.#count(name) >= times * mostOfCaller) throw refuseCaller(this.#count(name), name);
    if (this.#all.size >= most) this.#oldestToCut(callers);
  }

  /**
   * Throws as {@link check} does.
   * @param callers who asks, and the networks that it is in, the narrowest first
   * @param cut ends it, where it stands in the way of who has fewer
   * @returns what gives the place back
   */
  take(callers: readonly Counted[], cut: () => void): () => void {
    this.check(callers);
    if (this.#all.size >= this.options.most) {
      const oldest = this.#oldestToCut(callers);
      this.#giveBack(oldest);
      oldest.cut();
    }
    const place = { callers, cut };
    this.#all.add(place);
    for (const { name } of callers) this.#held.set(name, (this.#held.get(name) ?? new Set()).add(place));
    return () => this.#giveBack(place);
  }

  /** Of who has most, where that are two more than the newcomer has. */
  #oldestToCut(newcomer: readonly Counted[]): Place {
    let most: Place | undefined;
    for (const place of this.#all) if (!most || this.#countWide(place) > this.#countWide(most)) most = place;
    if (!most || this.#countWide(most) < this.#countWide({ callers: newcomer }) + 2)
      throw this.options.refuseAll();
    return most;
  }

  #countWide({ callers }: Pick<Place, 'callers'>): number {
    return this.#count(callers.at(-1)?.name ?? '');
  }

  #count(name: string): number {
    return this.#held.get(name)?.size ?? 0;
  }

  #giveBack(place: Place): void {
    if (!this.#all.delete(place)) return;
    for (const { name } of place.callers) {
      const held = this.#held.get(name);
      held?.delete(place);
      if (held?.size === 0) this.#held.delete(name);
    }
  }
}
