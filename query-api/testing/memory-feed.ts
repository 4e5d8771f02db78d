import { ScreeningFeed } from '../src/modules/screening/feed/screening-feed.js';
import type { ScreeningStore } from '../src/modules/screening/screening.store.js';
import type { Said } from '../src/modules/screening/view/said.js';
import { encode } from './measurements.js';

/** A topic of one partition that the test writes. */
export class MemoryFeed extends ScreeningFeed {
  #store: ScreeningStore | null = null;
  #next = 0;

  start(store: ScreeningStore): void {
    this.#store = store;
  }

  async stop(): Promise<void> {}

  get store(): ScreeningStore {
    if (!this.#store) throw new Error('the application has not started');
    return this.#store;
  }

  /** Begins anew with these records. */
  load(...said: Said[]): void {
    this.store.begin(new Map([[0, this.#next]]));
    this.say(...said);
    this.store.finishLoading(performance.now());
  }

  say(...said: Said[]): void {
    for (const each of said) this.sayRecord(encode(each));
  }

  sayRecord(record: Buffer): void {
    const offset = this.#next++;
    this.store.addRecord(0, offset, record, performance.now());
    this.store.advance(0, offset);
  }
}
