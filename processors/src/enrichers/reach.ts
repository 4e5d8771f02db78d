/** Whether a service can be asked at all. */
import { Outage } from '@cryptonite/contracts/outages';

/** One request in a hundred fails for no reason that lasts, some ask for what nobody has: so many in a row are an outage. */
const FAILED_IN_A_ROW = 5;

/** Tells an outage once when it begins and once when it ends. */
export class Reach {
  readonly #outage: Outage;
  #failed = 0;
  #failingSinceMs = 0;

  constructor(name: string, log: (line: string) => void) {
    this.#outage = new Outage(name, log);
  }

  get isAway(): boolean {
    return this.#failed >= FAILED_IN_A_ROW;
  }

  answered(): void {
    this.#failed = 0;
    this.#outage.ended(Date.now());
  }

  failed(reason: string): void {
    if (this.#failed === 0) this.#failingSinceMs = Date.now();
    this.#failed += 1;
    if (this.isAway) this.#outage.began(this.#failingSinceMs, reason);
  }
}
