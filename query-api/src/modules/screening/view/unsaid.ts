/** Tokens that a list holds of which it cannot say what its schema asks for. */
import { Logger } from '@nestjs/common';

/** A fault of all tokens alike is known by a few of them. */
const LOGGED_MAX = 20;
const CHARACTERS_MAX = 300;

export class Unsaid {
  readonly #log = new Logger('lists');
  readonly #mints = new Set<string>();

  /** Each token is logged once, and no more than the first {@link LOGGED_MAX}. */
  note(mint: string, refused: unknown): void {
    if (this.#mints.has(mint) || this.#mints.size === LOGGED_MAX) return;
    this.#mints.add(mint);
    const why = refused instanceof Error ? refused.message : String(refused);
    this.#log.error(`${mint} is left out: ${why.replaceAll(/\s+/g, ' ').slice(0, CHARACTERS_MAX)}`);
  }
}
