import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';

/** Of the same ClickHouse that the sink writes to, which has its sessions for both. */
const RUNNING_MOST = 4;
const WAITING_MOST = 12;

/** What ClickHouse has to work for: done once for all who ask for the same meanwhile, and few at a time. */
@Injectable()
export class SharedWork {
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * Throws a 503 where as many wait as may.
   *
   * @param key of all that the answer depends on but time
   */
  of<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#shared.get(key);
    if (known) return known as Promise<Answer>;
    const answer = this.#inTurn(work).finally(() => this.#shared.delete(key));
    this.#shared.set(key, answer);
    return answer;
  }

  async #inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#running < RUNNING_MOST) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Whoever ends hands its place on. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING_MOST)
      throw new ProblemError(
        'store_unavailable',
        'More tokens are asked for at length than can be read at once. Try again in a few seconds.',
        { 'Retry-After': '2' },
      );
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
