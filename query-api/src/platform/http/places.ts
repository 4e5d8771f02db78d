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
  /** Wide networks that hold one place, two, and so on: the last are those that hold most. */
  readonly #networks: Set<string>[] = [];

  constructor(private readonly options: PlacesOptions) {}

  get size(): number {
    return this.#all.size;
  }

  /** Throws where this caller or all of them hold as many as may. */
  check(callers: readonly Counted[]): void {
    this.#findInTheWay(callers);
  }

  /**
   * Throws as {@link check} does.
   * @param callers who asks, and the networks that it is in, the narrowest first
   * @param cut ends it, where it stands in the way of who has fewer
   * @returns what gives the place back
   */
  take(callers: readonly Counted[], cut: () => void): () => void {
    const inTheWay = this.#findInTheWay(callers);
    if (inTheWay) {
      this.#giveBack(inTheWay);
      inTheWay.cut();
    }
    const place = { callers, cut };
    this.#all.add(place);
    for (const { name } of callers) this.#held.set(name, (this.#held.get(name) ?? new Set()).add(place));
    const network = widestOf(callers);
    this.#recount(network, this.#count(network) - 1, this.#count(network));
    return () => this.#giveBack(place);
  }

  /** Where all are taken, the oldest place of who has most, if those are two more than the newcomer has. */
  #findInTheWay(newcomer: readonly Counted[]): Place | undefined {
    const { most, mostOfCaller, refuseCaller, refuseAll } = this.options;
    for (const { name, times } of newcomer)
      if (this.#count(name) >= times * mostOfCaller) throw refuseCaller(this.#count(name), name);
    if (this.#all.size < most) return undefined;
    const [network = ''] = this.#networks.at(-1) ?? [];
    if (this.#count(network) < this.#count(widestOf(newcomer)) + 2) throw refuseAll();
    const [oldest] = this.#held.get(network) ?? [];
    return oldest;
  }

  #count(name: string): number {
    return this.#held.get(name)?.size ?? 0;
  }

  /** A network that held so many places holds so many now. */
  #recount(network: string, before: number, now: number): void {
    this.#networks[before - 1]?.delete(network);
    if (now > 0) this.#networks[now - 1] = (this.#networks[now - 1] ?? new Set()).add(network);
    while (this.#networks.at(-1)?.size === 0) this.#networks.pop();
  }

  #giveBack(place: Place): void {
    if (!this.#all.delete(place)) return;
    for (const { name } of place.callers) {
      const held = this.#held.get(name);
      held?.delete(place);
      if (held?.size === 0) this.#held.delete(name);
    }
    const network = widestOf(place.callers);
    this.#recount(network, this.#count(network) + 1, this.#count(network));
  }
}

const widestOf = (callers: readonly Counted[]): string => callers.at(-1)?.name ?? '';
