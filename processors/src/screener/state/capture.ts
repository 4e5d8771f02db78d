/**
 * A capture: the states of a partition at one place of its input, made in pieces. What is pending is encoded before it
 * changes, or a little with every record that is folded: so all states are of the capture's place, whenever they are made,
 * and none of it keeps the fold waiting.
 */
import { encodeScreenerState } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import { takeTokenStates } from './states.js';
import type { Token } from './token.js';

/** A state record as it is written; `value` null removes its key. */
export type StateRecord = { key: string; value: string | Buffer | null };

export class Capture {
  /** Where the states stand in the input. */
  readonly nextOffset: number;
  readonly #clock: StateRecord;
  readonly #pending: Set<Token>;
  readonly #records: StateRecord[] = [];

  /** Of what changed since the last one; the clock always has. */
  constructor(partition: Partition) {
    this.nextOffset = partition.clock.nextOffset;
    this.#clock = { key: 'clock', value: encodeScreenerState(partition.clock) };
    this.#pending = partition.changed;
    partition.changed = new Set();
    // First: what was launched anew may be written under the same keys.
    for (const key of partition.keysLeft) this.#records.push({ key, value: null });
    partition.keysLeft = [];
  }

  /** The token is about to change. */
  take(token: Token): void {
    if (!this.#pending.delete(token)) return;
    for (const { key, state } of takeTokenStates(token))
      this.#records.push({ key, value: state && encodeScreenerState(state) });
  }

  /** Takes pending tokens up to so many bytes. @returns all records, once nothing is pending */
  advance(bytes: number): StateRecord[] | null {
    let left = bytes;
    for (const token of this.#pending) {
      if (left <= 0) return null;
      const from = this.#records.length;
      this.take(token);
      for (const { value } of this.#records.slice(from)) left -= value?.length ?? 0;
    }
    this.#records.push(this.#clock);
    return this.#records;
  }
}
