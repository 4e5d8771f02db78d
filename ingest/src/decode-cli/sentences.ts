/** Sentences, each with the first place it is true of and how many more there are. */
export class Sentences {
  readonly #found = new Map<string, { where: string; more: number }>();

  add(where: string, sentence: string): void {
    const known = this.#found.get(sentence);
    if (known) known.more++;
    else this.#found.set(sentence, { where, more: 0 });
  }

  sentences(): string[] {
    return [...this.#found].map(
      ([sentence, { where, more }]) =>
        `${where === '' ? '' : `${where}: `}${sentence}${more === 0 ? '' : ` (and ${more} more)`}`,
    );
  }
}
