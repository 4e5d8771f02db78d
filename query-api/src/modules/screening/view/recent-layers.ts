import type { LayerAssessed } from '@cryptonite/contracts/events';
import { keepNewest } from '../../../platform/keep-newest.js';

/** Of so many tokens, those told of last: the tables hold what was told of the others. */
const TOKENS_MAX = 1_000;

/** What was told last of the layers of a token, whole: until it is stored, nobody else knows it. */
export class RecentLayers {
  /** The token told of last at the end. */
  readonly #byMint = new Map<string, Map<LayerAssessed['layer'], LayerAssessed>>();

  keep(assessed: LayerAssessed): void {
    const { mint, layer } = assessed;
    const layers = this.#byMint.get(mint) ?? new Map();
    keepNewest(this.#byMint, mint, layers.set(layer, assessed), TOKENS_MAX);
  }

  of(mint: string): LayerAssessed[] {
    return [...(this.#byMint.get(mint)?.values() ?? [])];
  }
}
