/** Everything the screener holds of one partition of the journal. */
import type { ScreeningEvent } from '@cryptonite/contracts/events';
import type { ScreenerClock } from '@cryptonite/contracts/states';
import type { z } from 'zod';
import { DueQueue } from './due-queue.js';
import type { Token } from './token.js';

/** A screening event in wire form. */
export type WireEvent = z.input<typeof ScreeningEvent>;

/** A screening event as it will stand in its topic. */
export type Emitted = { key: string; time: number; text: string };

export type Partition = {
  clock: ScreenerClock;
  tokens: Map<string, Token>;
  due: DueQueue;
  /** Sums of the tokens' flags. */
  monitoredPumpfun: number;
  monitoredBonded: number;
  matched: number;
  /** Events since they were last taken. */
  emitted: Emitted[];
  /** Tokens changed, and the shards of the tokens dropped, since they were last taken. */
  changed: Set<Token>;
  dropped: Map<string, { accounts: number; traders: number }>;
};

export const newPartition = (partition: number): Partition => ({
  clock: {
    kind: 'clock',
    v: 1,
    partition,
    time: null,
    slot: null,
    position: null,
    source: null,
    startedAt: null,
    watchedFrom: null,
    gapSlot: null,
    gaps: [],
    solPrice: null,
    recordsRead: 0,
    scannedSince: 0,
    scanAt: null,
    nextOffset: 0,
    warmFrom: 0,
  },
  tokens: new Map(),
  due: new DueQueue(),
  monitoredPumpfun: 0,
  monitoredBonded: 0,
  matched: 0,
  emitted: [],
  changed: new Set(),
  dropped: new Map(),
});

/** Has the token measured at stream time `dueAt`, unless it is due earlier. */
export function schedule(partition: Partition, token: Token, dueAt: number): void {
  if (dueAt < token.state.dueAt) setDue(partition, token, dueAt);
}

export function setDue(partition: Partition, token: Token, dueAt: number): void {
  token.state.dueAt = dueAt;
  partition.due.push(dueAt, token.state.mint);
  partition.changed.add(token);
}

export function emit(partition: Partition, event: WireEvent): void {
  const key = event.kind === 'ScanAdvanced' ? String(event.partition) : event.mint;
  partition.emitted.push({ key, time: event.time, text: JSON.stringify(event) });
}
