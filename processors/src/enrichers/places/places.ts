/** Says of a token its place by volume of an hour among live tokens, of what is stored. */
import { KeptRead } from '../kept-read.js';
import type { AskOf, Provider, Said } from '../provider.js';

/** Volumes of 1 h in dollars of the tokens of a kind of source that were traded in the hour before `untilAt`. */
export type LiveVolumes = { untilAt: number; volumesUsd: ReadonlyMap<string, number> };
export type ReadVolumes = (
  sourceKind: AskOf<'place'>['source']['kind'],
  before: number,
) => Promise<LiveVolumes | null>;

/** `sorted`: the smallest first. */
type Ranked = LiveVolumes & { sorted: Float64Array };

export class Places implements Provider<'place'> {
  readonly #volumes: KeptRead<Ranked>;

  constructor(read: ReadVolumes, now?: () => number) {
    this.#volumes = new KeptRead(async (kind, before) => {
      const live = await read(kind, before);
      return live && { ...live, sorted: Float64Array.from(live.volumesUsd.values()).sort() };
    }, now);
  }

  /** Nothing is said of a token that is none of them. */
  async answer(ask: AskOf<'place'>): Promise<Said | null> {
    const live = await this.#volumes.of(ask);
    const volumeUsd1h = live?.volumesUsd.get(ask.mint);
    if (live === null || volumeUsd1h === undefined) return null;
    return {
      kind: 'VolumePlaceObserved',
      from: 'live tokens by volume of 1 h',
      untilAt: live.untilAt,
      place: 1 + countAbove(live.sorted, volumeUsd1h),
      liveTokens: live.sorted.length,
      volumeUsd1h,
    };
  }
}

/** @param sorted the smallest first */
function countAbove(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) > value) to = middle;
    else from = middle + 1;
  }
  return sorted.length - from;
}
