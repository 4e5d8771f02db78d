import type { ScreeningEvent } from '@cryptonite/contracts/events';
import { ScreeningFeed } from '../src/modules/screening/feed/screening-feed.js';
import type { ScreeningStore } from '../src/modules/screening/screening.store.js';
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
  load(...events: ScreeningEvent[]): void {
    this.store.begin(new Map([[0, this.#next]]));
    this.say(...events);
    this.store.finishLoading(Date.now());
  }

  say(...events: ScreeningEvent[]): void {
    for (const event of events) this.sayText(encode(event));
  }

  sayText(text: string): void {
    const offset = this.#next++;
    this.store.addRecord(0, offset, text, Date.now());
    this.store.advance(0, offset);
  }
}
