import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';

/** Of the same ClickHouse that the sink writes to, which has its sessions for both. */
const RUNNING_MOST = 4;
const RUNNING_MOST_OF_CALLER = 2;
/** A page asks for a token and, as it is opened, for its evidence. */
const WAITING_MOST_OF_CALLER = 6;
/** Of all callers together: the last of them waits some seconds. */
const WAITING_MOST = 60;

/** `waiting`: what it has to begin, in its order. */
type CallerWork = { running: number; waiting: (() => void)[] };

/**
 * What ClickHouse has to work for: done once for all who ask for the same meanwhile, and few at a time, by callers in turn, so that
 * one who asks for much waits for itself.
 */
@Injectable()
export class SharedWork {
  readonly #shared = new Map<string, Promise<unknown>>();
  /** Those with work, the one that began last at the end. */
  readonly #callers = new Map<string, CallerWork>();
  #running = 0;
  #waiting = 0;

  /**
   * Throws a 503 where as many wait as may.
   *
   * @param key of all that the answer depends on but time
   * @param caller whose work it is, where nobody has asked for the same
   */
  of<Answer>(key: string, caller: string, work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#shared.get(key);
    if (known) return known as Promise<Answer>;
    const answer = this.#inTurn(caller, work).finally(() => this.#shared.delete(key));
    this.#shared.set(key, answer);
    return answer;
  }

  async #inTurn<Answer>(caller: string, work: () => Promise<Answer>): Promise<Answer> {
    const own: CallerWork = this.#callers.get(caller) ?? { running: 0, waiting: [] };
    if (own.waiting.length >= WAITING_MOST_OF_CALLER || this.#waiting >= WAITING_MOST) throw tooMuch();
    this.#callers.set(caller, own);
    await new Promise<void>((begin) => {
      this.#waiting += 1;
      own.waiting.push(begin);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      own.running -= 1;
      if (own.running === 0 && own.waiting.length === 0) this.#callers.delete(caller);
      this.#beginNext();
    }
  }

  /** Of who has least under way; of those alike, of who has waited longest. */
  #beginNext(): void {
    while (this.#running < RUNNING_MOST) {
      const [next] = [...this.#callers]
        .filter(([, { running, waiting }]) => running < RUNNING_MOST_OF_CALLER && waiting.length > 0)
        .sort(([, a], [, b]) => a.running - b.running);
      if (!next) return;
      const [caller, own] = next;
      this.#waiting -= 1;
      this.#running += 1;
      own.running += 1;
      this.#callers.delete(caller);
      this.#callers.set(caller, own);
      own.waiting.shift()?.();
    }
  }
}

const tooMuch = () =>
  new ProblemError(
    'store_unavailable',
    'More tokens are asked for at length than can be read at once. Try again in a few seconds.',
    { 'Retry-After': '2' },
  );
