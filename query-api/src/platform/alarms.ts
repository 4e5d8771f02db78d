import { Injectable } from '@nestjs/common';

/** What is wrong here and somebody has to look at, in a sentence each: health tells it until it is over. */
@Injectable()
export class Alarms {
  readonly #sentences = new Map<string, string>();

  get sentences(): string[] {
    return [...this.#sentences.values()];
  }

  /** @param sentence null once it is over */
  set(what: string, sentence: string | null): void {
    if (sentence === null) this.#sentences.delete(what);
    else this.#sentences.set(what, sentence);
  }
}
