import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../../../platform/http/problem.js';

const MOST = 50;
/** What a browser or a download manager opens at once. */
const MOST_OF_CALLER = 6;

/** Downloads under way, of all and of each caller. */
@Injectable()
export class Downloads {
  readonly #callers = new Map<string, number>();
  #count = 0;

  /**
   * Throws a 429 where as many are under way as may.
   * @returns what says that it has ended
   */
  begin(caller: string): () => void {
    const own = this.#callers.get(caller) ?? 0;
    if (own >= MOST_OF_CALLER)
      throw tooMany(`${own} downloads of ${caller} are under way already, which is the most.`);
    if (this.#count >= MOST) throw tooMany('As many download the app already as may.');
    this.#count += 1;
    this.#callers.set(caller, own + 1);
    return () => {
      this.#count -= 1;
      const left = (this.#callers.get(caller) ?? 1) - 1;
      if (left === 0) this.#callers.delete(caller);
      else this.#callers.set(caller, left);
    };
  }
}

const tooMany = (what: string) =>
  new ProblemError('rate_limited', `${what} Try again in a minute.`, { 'Retry-After': '60' });
