import type { LayerAssessed } from '@cryptonite/contracts/events';

/** Of so many tokens, those told of last: the tables hold what was told of the others. */
const TOKENS_MAX = 1_000;

/** What was told last of the layers of a token, whole: until it is stored, nobody else knows it. */
export class RecentLayers {
  /** The token told of last at the end. */
  readonly #byMint = new Map<string, Map<LayerAssessed['layer'], LayerAssessed>>();

  keep(assessed: LayerAssessed): void {
    const { mint, layer } = assessed;
    const layers = this.#byMint.get(mint) ?? new Map();
    this.#byMint.delete(mint);
    this.#byMint.set(mint, layers.set(layer, assessed));
    if (this.#byMint.size <= TOKENS_MAX) return;
    const [oldest = mint] = this.#byMint.keys();
    this.#byMint.delete(oldest);
  }

  of(mint: string): LayerAssessed[] {
    return [...(this.#byMint.get(mint)?.values() ?? [])];
  }
}
