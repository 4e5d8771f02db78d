/** Whether a service can be asked at all. */
import { Outage } from '@cryptonite/contracts/outages';

/** One request in a hundred fails for no reason that lasts, some ask for what nobody has: so many in a row are an outage. */
const FAILED_IN_A_ROW = 5;

/** Tells an outage once when it begins and once when it ends. */
export class Reach {
  readonly #outage: Outage;
  /** What was asked for in vain since the last answer, and how often. */
  readonly #failed = new Map<unknown, number>();
  #failingSinceMs = 0;

  constructor(name: string, log: (line: string) => void) {
    this.#outage = new Outage(name, log);
  }

  get isAway(): boolean {
    return this.#failed.size >= FAILED_IN_A_ROW;
  }

  answered(): void {
    this.#failed.clear();
    this.#outage.ended(Date.now());
  }

  /**
   * Whether `what` may be at fault itself: nothing else failed since the last answer, or it fails again, and there is no
   * outage.
   */
  isAtFault(what: unknown): boolean {
    return !this.isAway && (this.#failed.size === 1 || (this.#failed.get(what) ?? 0) > 1);
  }

  /** @param what was asked for, where that may be at fault itself: then it counts once, however often it is asked for */
  failed(reason: string, what: unknown = Symbol(reason)): void {
    if (this.#failed.size === 0) this.#failingSinceMs = Date.now();
    if (!this.isAway || this.#failed.has(what)) this.#failed.set(what, (this.#failed.get(what) ?? 0) + 1);
    if (this.isAway) this.#outage.began(this.#failingSinceMs, reason);
  }
}
