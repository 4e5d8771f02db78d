import { Injectable } from '@nestjs/common';
import { Places } from '../../../../platform/http/places.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import type { Counted } from '../../../../platform/http/visitor-address.js';

/** 100 MB at 30 kB a second. A range takes up what is missing. */
const TAKES_MOST_MS = 60 * 60_000;

/** Downloads under way, of all and of each caller. */
@Injectable()
export class Downloads {
  readonly #places = new Places({
    most: 50,
    /** What a browser or a download manager opens at once. */
    mostOfCaller: 6,
    refuseCaller: (held, caller) =>
      tooMany(`${held} downloads of ${caller} are under way already, which is the most.`),
    refuseAll: () => tooMany('As many download the app already as may.'),
  });

  /**
   * Throws a 429 where as many are under way as may.
   * @param cut breaks it off: it took too long, or stands in the way of who has fewer
   * @returns what says that it has ended
   */
  begin(callers: readonly Counted[], cut: () => void): () => void {
    const giveBack = this.#places.take(callers, cut);
    const late = setTimeout(cut, TAKES_MOST_MS).unref();
    return () => {
      clearTimeout(late);
      giveBack();
    };
  }
}

const tooMany = (what: string) =>
  new ProblemError('rate_limited', `${what} Try again in a minute.`, { 'Retry-After': '60' });
