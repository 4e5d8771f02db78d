import type { ScreeningStore } from '../screening.store.js';

/** Fills the store from wherever the screener's words are kept, and keeps it current until stopped. */
export abstract class ScreeningFeed {
  /** Returns at once; trouble stands in the store and is retried. */
  abstract start(store: ScreeningStore): void;
  abstract stop(): Promise<void>;
}
