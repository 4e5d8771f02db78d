import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../../../platform/http/problem.js';

const MOST = 50;
/** What a browser or a download manager opens at once. */
const MOST_OF_CALLER = 6;
/** 100 MB at 30 kB a second. A range takes up what is missing. */
const TAKES_MOST_MS = 60 * 60_000;

type Download = { cut: () => void };

/** Downloads under way, of all and of each caller: where places are short, they are shared alike. */
@Injectable()
export class Downloads {
  /** Of each caller the oldest first. */
  readonly #callers = new Map<string, Set<Download>>();
  #count = 0;

  /**
   * Throws a 429 where as many are under way as may.
   * @param cut breaks it off: it took too long, or stands in the way of who has fewer
   * @returns what says that it has ended
   */
  begin(caller: string, cut: () => void): () => void {
    const own = this.#callers.get(caller) ?? new Set();
    if (own.size >= MOST_OF_CALLER)
      throw tooMany(`${own.size} downloads of ${caller} are under way already, which is the most.`);
    if (this.#count >= MOST) this.#makePlace(own.size);
    const download = { cut };
    const late = setTimeout(cut, TAKES_MOST_MS).unref();
    this.#callers.set(caller, own.add(download));
    this.#count += 1;
    return () => {
      clearTimeout(late);
      this.#remove(caller, download);
    };
  }

  /** Of who has most, where that are two more than the newcomer has. */
  #makePlace(ofNewcomer: number): void {
    const [most] = [...this.#callers].toSorted(([, a], [, b]) => b.size - a.size);
    if (most === undefined || most[1].size < ofNewcomer + 2)
      throw tooMany('As many download the app already as may.');
    const [caller, [oldest]] = most;
    if (oldest === undefined) return;
    this.#remove(caller, oldest);
    oldest.cut();
  }

  #remove(caller: string, download: Download): void {
    const downloads = this.#callers.get(caller);
    if (!downloads?.delete(download)) return;
    this.#count -= 1;
    if (downloads.size === 0) this.#callers.delete(caller);
  }
}

const tooMany = (what: string) =>
  new ProblemError('rate_limited', `${what} Try again in a minute.`, { 'Retry-After': '60' });
