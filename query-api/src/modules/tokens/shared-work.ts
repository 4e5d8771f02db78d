import { Injectable } from '@nestjs/common';
import { Places } from '../../platform/http/places.js';
import { ProblemError } from '../../platform/http/problem.js';
import type { Counted } from '../../platform/http/visitor-address.js';

/** Of the same ClickHouse that the sink writes to, which has its sessions for both. */
const RUNNING_MOST = 4;
const RUNNING_MOST_OF_NETWORK = 2;
/** A page asks for a token and, as it is opened, for its evidence. */
const WAITING_MOST_OF_CALLER = 6;
/** Of all callers together: the last of them waits some seconds. */
const WAITING_MOST = 60;

/** `waiting`: what it has to begin, in its order. */
type NetworkWork = { running: number; waiting: Set<() => void> };

/**
 * What ClickHouse has to work for: done once for all who ask for the same meanwhile, and few at a time, by the widest networks of
 * callers in turn, so that one who asks for much waits for itself.
 */
@Injectable()
export class SharedWork {
  readonly #shared = new Map<string, Promise<unknown>>();
  /** Those with work, the one that began last at the end. */
  readonly #networks = new Map<string, NetworkWork>();
  #running = 0;
  readonly #waiting = new Places({
    most: WAITING_MOST,
    mostOfCaller: WAITING_MOST_OF_CALLER,
    refuseCaller: tooMuch,
    refuseAll: tooMuch,
  });

  /**
   * Throws a 503 where as many wait as may, or later where it waits and who has fewer comes.
   *
   * @param key of all that the answer depends on but time
   * @param callers whose work it is, where nobody has asked for the same, and the networks that they are in, the narrowest first
   */
  of<Answer>(key: string, callers: readonly Counted[], work: () => Promise<Answer>): Promise<Answer> {
    const known = this.#shared.get(key);
    if (known) return known as Promise<Answer>;
    const answer = this.#inTurn(callers, work).finally(() => this.#shared.delete(key));
    this.#shared.set(key, answer);
    return answer;
  }

  async #inTurn<Answer>(callers: readonly Counted[], work: () => Promise<Answer>): Promise<Answer> {
    const network = callers.at(-1)?.name ?? '';
    const own: NetworkWork = this.#networks.get(network) ?? { running: 0, waiting: new Set() };
    await new Promise<void>((begin, refuse) => {
      const leaveWaiting = this.#waiting.take(callers, () => {
        own.waiting.delete(beginNow);
        this.#forgetIdle(network, own);
        refuse(tooMuch());
      });
      const beginNow = () => {
        leaveWaiting();
        begin();
      };
      own.waiting.add(beginNow);
      this.#networks.set(network, own);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      own.running -= 1;
      this.#forgetIdle(network, own);
      this.#beginNext();
    }
  }

  /** Of who has least under way; of those alike, of who has waited longest. */
  #beginNext(): void {
    while (this.#running < RUNNING_MOST) {
      const [next] = [...this.#networks]
        .filter(([, { running, waiting }]) => running < RUNNING_MOST_OF_NETWORK && waiting.size > 0)
        .sort(([, a], [, b]) => a.running - b.running);
      if (!next) return;
      const [network, own] = next;
      this.#running += 1;
      own.running += 1;
      this.#networks.delete(network);
      this.#networks.set(network, own);
      const [beginNow] = own.waiting;
      own.waiting.delete(beginNow!);
      beginNow!();
    }
  }

  #forgetIdle(network: string, { running, waiting }: NetworkWork): void {
    if (running === 0 && waiting.size === 0) this.#networks.delete(network);
  }
}

const tooMuch = () =>
  new ProblemError(
    'store_unavailable',
    'More tokens are asked for at length than can be read at once. Try again in a few seconds.',
    { 'Retry-After': '2' },
  );
